import type { Request } from './http-load.ts';

/** What a good engineer would write first: every matching row, its count, and the page by OFFSET. */
export type PlainStatement = { readonly text: string; readonly values: readonly unknown[] };

/** A common request; its variants are used in turn, so that no single row is hot. */
export type Call = {
  readonly name: string;
  readonly variants: readonly Request[];
  /** For the first variant. */
  readonly plain?: readonly PlainStatement[];
};

/** Signed in, validated and answered without another statement: an id that cannot be one names no record. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

/** A reading call. */
export function get(path: string): Request {
  return { method: 'GET', path };
}
