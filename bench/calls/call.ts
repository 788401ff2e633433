import type { Request } from './http-load.ts';

/** The straightforward implementation: selects every matching row, counts them, and pages with OFFSET. */
export type PlainStatement = { readonly text: string; readonly values: readonly unknown[] };

/** A common request. Its variants are used in turn, so that no single row is cached more than others. */
export type Call = {
  readonly name: string;
  readonly variants: readonly Request[];
  /** For the first variant. */
  readonly plain?: readonly PlainStatement[];
};

/** A request that is authenticated and validated, but runs no other statement because the ID is malformed. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

/** A GET request. */
export function get(path: string): Request {
  return { method: 'GET', path };
}
