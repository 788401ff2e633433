import { readdirSync } from 'node:fs';
import type { Caller } from '../caller.ts';
import type { Fixture, Sent } from './fixture.ts';
import type { Expected } from './statuses.ts';

type Scene = { readonly admin: Caller; readonly businessId: string; readonly customerId: string };

/** The rows of the matrix for one noun: a file of `nouns/` for each. */
export type RecordRows = {
  /** Statuses by operation, written from product.md section 2. */
  readonly expected: Readonly<Record<string, Expected>>;
  /** A well-formed request of each operation. */
  readonly requests: Readonly<Record<string, (fixture: Fixture) => Sent>>;
  /** Functions that create the records that the requests name, with the marker in them. */
  readonly makers: Readonly<Record<`${string}RecordId`, (scene: Scene) => Promise<string>>>;
};

const folder = new URL('./nouns/', import.meta.url);
const files = await Promise.all(
  readdirSync(folder).map(async (file): Promise<{ rows: RecordRows }> => import(new URL(file, folder).href)),
);

/** The rows of all nouns. */
export const recordRows = {
  expected: Object.assign({}, ...files.map(({ rows }) => rows.expected)) as RecordRows['expected'],
  requests: Object.assign({}, ...files.map(({ rows }) => rows.requests)) as RecordRows['requests'],
  makers: Object.assign({}, ...files.map(({ rows }) => rows.makers)) as RecordRows['makers'],
};
