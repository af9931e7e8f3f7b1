// The part of lit-html that our pages use, for the type check.

export type TemplateResult = {readonly _$litType$: number};
export const nothing: unique symbol;
export const noChange: unique symbol;
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
