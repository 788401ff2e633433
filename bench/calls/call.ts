import type { Request } from './http-load.ts';

/** The straightforward implementation: every matching row, its count, and the page by OFFSET. */
export type PlainStatement = { readonly text: string; readonly values: readonly unknown[] };

/** A common request; its variants are used in turn, so that no single row is hot. */
export type Call = {
  readonly name: string;
  readonly variants: readonly Request[];
  /** For the first variant. */
  readonly plain?: readonly PlainStatement[];
};

/** Authenticated, validated, and answered without another statement, because the id is malformed. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

/** A reading call. */
export function get(path: string): Request {
  return { method: 'GET', path };
}
