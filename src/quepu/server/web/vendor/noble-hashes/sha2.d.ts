// The part of noble-hashes that our pages use, for the type check.

export function sha256(message: Uint8Array): Uint8Array;
