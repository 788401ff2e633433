import { fold } from '@handover/domain/text/fold.ts';
import {
  buyerExperienceNames,
  buyerFieldLabels,
  buyerSearch,
  buyerSearchLabels as labels,
  buyerTimingNames,
  maxSearches,
  type BuyerSearch,
} from '@handover/contract/buyers/buyers.ts';
import { businessTypes, type BusinessType } from '@handover/contract/businesses/business-list.ts';
import { id, line } from '@handover/contract/http/common.ts';
import type { ImportMapping } from '@handover/contract/records/imports.ts';
import { buyerExperiences, buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import { parseWrittenMoney } from '@handover/domain/money.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { emailKey } from '#lib/text.ts';
import type {
  ImportField,
  ImportKey,
  ImportSpec,
  MatchKeys,
  WriteBatch,
} from '#platform/records/import/import-spec.ts';
import {
  joinNames,
  listMappedColumns,
  notMoney,
  pickTexts,
  readRow,
  showValues,
  type RowForm,
} from '#platform/records/import/read-row.ts';
import {
  deleteRecords,
  lockRecords,
  restoreRecords,
  type RecordTable,
} from '#platform/records/import/record-table.queries.ts';
import { pickFor, writeRecords } from '#platform/records/import/write-records.ts';
import type { Work } from '#platform/work.ts';
import {
  analyzeBuyers,
  deleteImportedSearches,
  findCustomerIds,
  indexBuyers,
  listBuyerNames,
  listCustomerProfiles,
  type StoredBuyer,
} from './buyer-import.queries.ts';
import { insertSearches, searchColumns } from './buyer-writes.queries.ts';

/** Separates searches in a cell of an export. Nobody writes it between the values of one search. */
export const searchSeparator = '||';

/** The values of a cell that lists several; null if one of them is invalid. */
function readList<T>(text: string, read: (part: string) => T | null): T[] | null {
  const parts = text.split(/[,;|/]/).flatMap((part) => (part.trim() === '' ? [] : [read(part.trim())]));
  const values = parts.flatMap((part) => (part === null ? [] : [part]));
  return values.length === parts.length ? [...new Set(values)] : null;
}

/** A type by its name or a longer text that begins with it, such as "Medical practice". */
function readType(text: string): BusinessType | null {
  const letters = fold(text).replace(/[^a-z]/g, '');
  return businessTypes.find((type) => letters.startsWith(type.replaceAll('_', ''))) ?? null;
}

/** The key that a text names: the key itself or its display name. */
function readName<Key extends string>(
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  text: string,
): Key | null {
  const word = fold(text);
  return keys.find((key) => key.replaceAll('_', ' ') === word || fold(names[key]) === word) ?? null;
}

const cents = { read: parseWrittenMoney, expected: notMoney };
const typeNames = businessTypes.map((type) => type.replaceAll('_', ' '));

const fields: readonly ImportField[] = [
  { key: 'email', label: 'Email', headings: ['email', 'email address', 'e mail', 'buyer email'] },
  { key: 'name', label: 'Name', headings: ['name', 'buyer', 'buyer name', 'customer', 'full name'] },
  {
    key: 'types',
    label: labels.types,
    read: (text) => readList(text, readType),
    expected: `not a list of types: ${joinNames(typeNames, 20)}`,
    headings: ['business types', 'types', 'type', 'industry', 'industries', 'looking for'],
  },
  {
    key: 'states',
    label: labels.states,
    read: (text) => readList(text, findStateCode),
    expected: 'not a list of states, such as TX, Oklahoma',
    headings: ['states', 'state', 'location', 'locations', 'geography'],
  },
  {
    key: 'minPriceCents',
    label: labels.minPriceCents,
    ...cents,
    headings: ['lowest price', 'min price', 'minimum price', 'price from'],
  },
  {
    key: 'maxPriceCents',
    label: labels.maxPriceCents,
    ...cents,
    headings: ['highest price', 'max price', 'maximum price', 'price to', 'budget'],
  },
  {
    key: 'minSdeCents',
    label: labels.minSdeCents,
    ...cents,
    headings: ['minimum sde', 'min sde', 'sde', 'minimum cash flow', 'cash flow'],
  },
  {
    key: 'cashCents',
    label: labels.cashCents,
    ...cents,
    headings: ['cash available', 'cash', 'liquidity', 'available cash', 'down payment'],
  },
  {
    key: 'timing',
    label: labels.timing,
    read: (text) => readName(buyerTimings, buyerTimingNames, text),
    expected: `none of: ${Object.values(buyerTimingNames).join(', ')}`,
    headings: ['timing', 'timeline', 'time frame', 'timeframe'],
  },
  {
    key: 'experience',
    label: labels.experience,
    read: (text) => readName(buyerExperiences, buyerExperienceNames, text),
    expected: `none of: ${Object.values(buyerExperienceNames).join(', ')}`,
    headings: ['experience', 'background'],
  },
  { key: 'source', label: buyerFieldLabels.source, headings: ['source', 'lead source', 'referred by'] },
];

const rowSchema = z.object({
  customerId: id,
  source: z.optional(line(120)),
  search: buyerSearch,
});
type Row = z.infer<typeof rowSchema>;
type Input = Omit<Row, 'search'> & { readonly searches: readonly BuyerSearch[] };

/** An import does not change whose profile it is, but a merge can. */
const restoredTable: RecordTable = { name: 'buyer_profiles', columns: ['source', 'updated_at'] };
const table: RecordTable = { ...restoredTable, columns: ['customer_id', ...restoredTable.columns] };

function toKeys(customerId: string): MatchKeys {
  return { identifiers: {}, groups: [[`customer ${customerId}`]] };
}

function createRowForm(customers: ReadonlyMap<string, readonly string[]>): RowForm<Row> {
  return {
    fields,
    schema: rowSchema,
    naming: { parts: ['email', 'name'], shown: [], missing: 'The row has no email address or name.' },
    sources: { customerId: ['email', 'name'] },
    interpret: ({ email, name, source }, values) => {
      const ids = customers.get(email === undefined ? fold(name ?? '') : emailKey(email)) ?? [];
      const shown = email ?? name ?? '';
      const message =
        ids.length === 0
          ? `No customer matches “${shown}”. Import or add the customer first.`
          : `${String(ids.length)} customers match “${shown}”. Use an email address that only one of them has.`;
      const search = Object.fromEntries(
        Object.keys(labels).map((key) => [
          key,
          values.get(key) ?? (key === 'types' || key === 'states' ? [] : null),
        ]),
      );
      return {
        name: name ?? email ?? null,
        input: { customerId: ids[0], source, search },
        problems: ids.length === 1 ? [] : [{ field: email === undefined ? 'name' : 'email', message }],
      };
    },
  };
}

function isOpen(search: BuyerSearch): boolean {
  return Object.values(search).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

function isSame(one: BuyerSearch, other: BuyerSearch): boolean {
  const stored = new Map<string, unknown>(Object.entries(one));
  return Object.entries(other).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(stored.get(key)),
  );
}

/** Those that the buyer does not have yet, up to the limit. */
function listNewSearches(searches: readonly BuyerSearch[], stored: readonly BuyerSearch[]): BuyerSearch[] {
  const added: BuyerSearch[] = [];
  for (const search of searches)
    if (!isOpen(search) && ![...stored, ...added].some((other) => isSame(other, search))) added.push(search);
  return added.slice(0, Math.max(0, maxSearches - stored.length));
}

/** The row once for each of its searches, which our own export writes into one row. */
function splitSearches(cells: readonly string[], mapping: ImportMapping): (readonly string[])[] {
  const columns = listMappedColumns(mapping, Object.keys(labels)).filter((column) => cells[column]?.trim());
  const [count = 1, ...others] = new Set(
    columns.map((column) => cells[column]?.split(searchSeparator).length ?? 1),
  );
  if (others.length > 0) return [cells];
  return Array.from({ length: count }, (_part, position) =>
    cells.map((cell, column) =>
      columns.includes(column) ? (cell.split(searchSeparator)[position] ?? '') : cell,
    ),
  );
}

/** Each row adds its searches to the buyer profile of a customer, which is created if it does not exist. */
export const buyerImport: ImportSpec<Input, StoredBuyer> = {
  fields,
  naming: { fields: ['email', 'name'], hint: 'Choose the column with the email address or name.' },
  identities: [{ label: 'customer', fields: ['email', 'name'] }],
  quota: null,
  readRows: async (db, rows, reading) => {
    const texts = rows.map((cells) => pickTexts(fields, cells, reading.mapping));
    const form = createRowForm(
      await findCustomerIds(db, reading.actor, {
        emailKeys: texts.flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)])),
        names: texts.flatMap(({ email, name }) =>
          email !== undefined || name === undefined ? [] : [fold(name)],
        ),
      }),
    );
    return rows.map((cells, index) => {
      const [own = cells, ...more] = splitSearches(cells, reading.mapping);
      const read = readRow(form, own, reading);
      if (read.kind === 'rejected') return read;
      const { data, name } = read;
      const searches = [data.search];
      for (const part of more) {
        const other = readRow(form, part, reading);
        if (other.kind === 'rejected') return other;
        searches.push(other.data.search);
      }
      const { customerId, source } = data;
      return {
        kind: 'candidate',
        name,
        input: { customerId, source, searches },
        keys: toKeys(customerId),
        show: () =>
          showValues(Object.entries(texts[index] ?? {}).map(([key, value]) => [key, value ?? null] as const)),
      };
    });
  },
  listExisting: async (db, actor, { keys, isLocking }) => {
    const customerIds = keys.flatMap(({ groups }) =>
      groups.flat().map((key) => key.slice('customer '.length)),
    );
    const stored = await listCustomerProfiles(db, actor, {
      customerIds: [...new Set(customerIds)],
      isLocking,
    });
    return stored.map((profile) => ({
      id: profile.id,
      name: profile.name,
      keys: toKeys(profile.customer_id),
      isInTrash: profile.deleted_at !== null,
      stored: profile,
    }));
  },
  write: writeBuyers,
  analyze: analyzeBuyers,
  listNames: listBuyerNames,
  undo: {
    lock: (db, key, rows) => lockRecords(db, table, { key, rows, keepReason: selectRetentionReason(key) }),
    remove: (db, { workspaceId }, ids) => deleteRecords(db, table, { workspaceId, ids }),
    restore: async (db, key, rows) => {
      await restoreRecords(db, restoredTable, { key, rows });
      await deleteImportedSearches(db, key, rows);
    },
  },
};

/** Why a buyer must be kept: activity since the import. Excluding and inviting a buyer does not change its version. */
function selectRetentionReason({ workspaceId }: ImportKey): RawBuilder<unknown> {
  const has = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`EXISTS (SELECT FROM ${from} AS found WHERE found.workspace_id = ${workspaceId} AND found.buyer_id = buyer_profiles.id)`;
  return sql`CASE WHEN ${has(sql`buyer_exclusions`)} OR ${has(sql`buyer_invitations`)} OR ${has(sql`buyer_inquiries`)}
    THEN 'Has invitations, exclusions, or inquiries added after the import.' END`;
}

async function writeBuyers(work: Work, batch: WriteBatch<Input, StoredBuyer>): Promise<void> {
  const { workspaceId } = batch.key;
  const pick = pickFor(batch.overwrite);
  const created = batch.created.map((row) => ({
    ...row,
    columns: { customer_id: row.input.customerId, source: row.input.source ?? null, updated_at: work.now },
  }));
  const updated = batch.updated.map(({ stored, ...row }) => {
    const source = pick(row.input.source, stored.source);
    const searches = listNewSearches(row.input.searches, stored.searches);
    const changed = [
      ...(searches.length > 0 ? ['searches'] : []),
      ...(source === stored.source ? [] : ['source']),
    ];
    const before = {
      customer_id: stored.customer_id,
      source: stored.source,
      updated_at: stored.updated_at,
      version: stored.version,
    };
    const columns = { customer_id: stored.customer_id, source, updated_at: work.now };
    const added = { searches, position: stored.searches.length };
    return { ...row, version: stored.version, before, columns, changed, added };
  });
  await writeRecords(work, batch, {
    type: 'buyer',
    table,
    created,
    updated,
    activityType: 'buyer.imported',
    concerns: ({ columns }) => ({ customer_id: columns.customer_id }),
    searchParts: () => [],
  });
  const first = created.map((row) => ({
    ...row,
    added: { searches: listNewSearches(row.input.searches, []), position: 0 },
  }));
  await addSearches(work, batch.key, [...first, ...updated]);
  await indexBuyers(work.db, {
    workspaceId,
    buyerIds: [...created, ...updated].map(({ recordId }) => recordId),
  });
}

type AddedSearches = {
  readonly recordId: string;
  readonly added: { readonly searches: readonly BuyerSearch[]; readonly position: number };
};

async function addSearches(
  { db }: Work,
  { workspaceId, importId }: ImportKey,
  rows: readonly AddedSearches[],
): Promise<void> {
  await insertSearches(
    db,
    rows.flatMap(({ recordId: buyerId, added: { searches, position } }) =>
      searches.map((search, index) =>
        searchColumns(search, { workspaceId, buyerId, position: position + index, importId }),
      ),
    ),
  );
}
