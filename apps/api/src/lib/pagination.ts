import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';
import type { Keyring } from './keyring.ts';

/** Sort key of the row before the page. */
export type Position = readonly (string | number | boolean)[];

export type Page<Row, Total = number> = { rows: Row[]; total: Total | number; nextCursor: string | null };

type Signer = Pick<Keyring, 'sign' | 'verify'>;

/** `fetch` returns up to `limit` rows after `after`; `count` returns the exact total, or null to leave it out. */
export type KeysetList<Row, Total = number> = {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** The viewer of the page; null for lists that are the same for everyone. */
  readonly viewer: { readonly userId: string; readonly workspaceId?: string; readonly scope?: string } | null;
  /** Query, sort, and filters; a cursor is valid only for the same viewer and binding. */
  readonly binding: unknown;
  fetch(slice: { after: Position | null; limit: number }): Promise<Row[]>;
  count(): Promise<Total>;
  positionOf(row: Row): Position;
};

/**
 * One page of a keyset-paged list. The total is counted with the first page and stored in the cursor.
 * Throws CURSOR_INVALID for a cursor of another list.
 */
export async function paginate<Row, Total extends number | null = number>(
  signer: Signer,
  list: KeysetList<Row, Total>,
): Promise<Page<Row, Total>> {
  const { userId, workspaceId, scope } = list.viewer ?? {};
  const bound = JSON.stringify([userId, workspaceId, scope, list.binding]);
  const binding = createHash('sha256').update(bound).digest('base64url').slice(0, 16);
  const start = list.cursor === undefined ? null : readCursor({ signer, text: list.cursor, binding });
  const fetched = await list.fetch({ after: start?.after ?? null, limit: list.limit + 1 });
  const rows = fetched.slice(0, list.limit);
  const last = rows.at(-1);
  const hasMore = fetched.length > list.limit && last !== undefined;
  const isOnePage = start === null && !hasMore;
  const total = isOnePage ? rows.length : (start?.total ?? (await list.count()));
  const nextCursor = hasMore ? writeCursor({ signer, binding, after: list.positionOf(last), total }) : null;
  return { rows, total, nextCursor };
}

function writeCursor({
  signer,
  binding,
  after,
  total,
}: {
  signer: Signer;
  binding: string;
  after: Position;
  total: number | null;
}): string {
  const payload = Buffer.from(JSON.stringify([binding, total, after])).toString('base64url');
  return `${payload}.${signer.sign(payload)}`;
}

function readCursor({ signer, text, binding }: { signer: Signer; text: string; binding: string }): {
  after: Position;
  total: number | null;
} {
  const [payload = '', signature = ''] = text.split('.');
  const parsed: unknown = signer.verify(payload, signature)
    ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    : null;
  if (!Array.isArray(parsed) || parsed[0] !== binding || !isPosition(parsed[2])) {
    throw new AppError(
      'CURSOR_INVALID',
      'This cursor belongs to another list. Start again from the first page.',
    );
  }
  return { total: parsed[1] === null ? null : Number(parsed[1]), after: parsed[2] };
}

function isPosition(value: unknown): value is Position {
  return (
    Array.isArray(value) &&
    value.every((item) => typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean')
  );
}
