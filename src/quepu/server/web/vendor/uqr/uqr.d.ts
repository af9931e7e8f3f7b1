// The part of uqr that our pages use, for the type check.

export function encode(text: string, options?: {ecc?: "L" | "M" | "Q" | "H"; border?: number; maskPattern?: number}): {size: number; data: boolean[][]};
