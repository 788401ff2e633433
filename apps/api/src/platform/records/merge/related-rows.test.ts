import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import type { RecordDescriptor } from '../record.ts';
import {
  hasRelatedRows,
  moveRelatedRows,
  listRelatedRows,
  restoreRelatedRows,
  type MergeKey,
} from './related-rows.queries.ts';

let api: TestApi;
let key: MergeKey;
let authorId: string;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  authorId = (await api.signIn({ role: 'ADMIN', workspaceId })).userId;
  const [survivorId, mergedId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  key = { workspaceId, mergeId: newId(), survivorId, mergedId };
  await sql`INSERT INTO merges (workspace_id, id, survivor_id, merged_id, fields, survivor_before, survivor_after, merged_before,
      contact_points_before, contact_points_after, created_by, created_at)
    VALUES (${workspaceId}, ${key.mergeId}, ${survivorId}, ${mergedId}, '{}', '{}', '{}', '{}', '[]', '[]', ${authorId}, now())`.execute(
    api.db,
  );
  await sql`INSERT INTO notes (workspace_id, id, customer_id, author_id, kind, body, occurred_at, created_at, updated_at)
    VALUES (${workspaceId}, gen_random_uuid(), ${mergedId}, ${authorId}, 'note', 'Lease', now(), now(), now())`.execute(
    api.db,
  );
  for (const [name, ids] of [
    ['shared', [survivorId, mergedId]],
    ['own', [mergedId]],
  ] as const) {
    const id = newId();
    await sql`INSERT INTO tags (workspace_id, id, name, name_key) VALUES (${workspaceId}, ${id}, ${name}, ${name})`.execute(
      api.db,
    );
    for (const customerId of ids)
      await sql`INSERT INTO customer_tags (workspace_id, customer_id, tag_id) VALUES (${workspaceId}, ${customerId}, ${id})`.execute(
        api.db,
      );
  }
});
afterAll(() => api.close());

const base = { labels: { one: 'paper', many: 'papers' }, scope: () => sql<boolean>`true` };
/** Customers and notes as records of made-up types, of which the second refers to the first. */
const owners: RecordDescriptor = { ...base, type: 'task', table: 'customers', from: () => sql`customers` };
const papers: RecordDescriptor = { ...base, type: 'business', table: 'notes', from: () => sql`notes` };
const tagged: RecordDescriptor = {
  ...owners,
  relatedRows: [
    {
      kind: 'label',
      table: 'customer_tags',
      column: 'customer_id',
      tie: { column: 'tag_id', table: 'tags' },
    },
  ],
};
const referring: RecordDescriptor = { ...papers, references: [{ record: 'task', column: 'customer_id' }] };

/** How many notes and tags the survivor and the merged record have. */
async function getCounts(): Promise<string> {
  const { workspaceId, survivorId, mergedId } = key;
  const numbers: number[] = [];
  for (const table of ['notes', 'customer_tags'])
    for (const id of [survivorId, mergedId]) {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND customer_id = ${id}`.execute(
        api.db,
      );
      numbers.push(rows[0]?.count ?? 0);
    }
  return numbers.join(' ');
}

it('moves nothing that no descriptor names', async () => {
  const related = listRelatedRows([owners, papers], 'task');
  expect(related).toEqual([]);
  await moveRelatedRows(api.db, related, key);
  expect(await getCounts()).toBe('0 1 1 2');
});

it('moves what the descriptors name, and gives exactly that back', async () => {
  const related = listRelatedRows([tagged, referring], 'task');
  const { workspaceId, mergedId } = key;
  expect(await hasRelatedRows(api.db, related, { workspaceId, id: mergedId })).toBe(true);
  await moveRelatedRows(api.db, related, key);
  expect(await getCounts()).toBe('1 0 2 0');
  expect(await hasRelatedRows(api.db, related, { workspaceId, id: mergedId })).toBe(false);
  await restoreRelatedRows(api.db, related, key);
  expect(await getCounts()).toBe('0 1 1 2');
});
