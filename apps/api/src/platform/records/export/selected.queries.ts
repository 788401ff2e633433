import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { matchesSelection, type Filterable, type ResolvedSelection } from '../list/filter.queries.ts';
import type { Order, SortResult } from '../list/sort.queries.ts';
import type { Readable } from '../visible.queries.ts';

type SortedSelection = {
  readonly selection: ResolvedSelection;
  readonly order: Order;
  readonly sorting: SortResult;
  readonly batchRows: number;
};

/**
 * The ids of a selection in its order, in batches of 16 bytes for each: a million records take 16 MB. A cursor shows what
 * there was when it was opened, and no single statement of it runs long.
 */
export function listSelected(
  record: Filterable & Readable,
  { db, member }: { db: Db; member: Member },
  { selection, order, sorting, batchRows }: SortedSelection,
): Promise<Buffer[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`
      DECLARE selected NO SCROLL CURSOR FOR SELECT ${sql.ref(`${record.table}.id`)} AS id
      FROM ${record.from(member, selection.filter.filter, order)}
      WHERE ${matchesSelection(record, member, selection)} ORDER BY ${sorting.order}`.execute(transaction);
    const batches: Buffer[] = [];
    for (;;) {
      const { rows } = await sql<{ id: string }>`FETCH ${sql.lit(batchRows)} FROM selected`.execute(
        transaction,
      );
      if (rows.length > 0)
        batches.push(Buffer.from(rows.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex'));
      if (rows.length < batchRows) return batches;
    }
  });
}

/** The ids of a batch, as PostgreSQL reads them. */
export function toIds(batch: Buffer): string[] {
  return batch.toString('hex').match(/.{32}/g) ?? [];
}
