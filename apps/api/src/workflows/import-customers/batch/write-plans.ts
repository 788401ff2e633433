import { newId } from '../../../lib/ids.ts';
import { emailKey, fold } from '../../../lib/text.ts';
import type { Work } from '../../../platform/work.ts';
import { mergedColumns, newColumns, searchTextOf, type CustomerColumns } from './changes.ts';
import type { Importer, KnownCustomer, StoredCustomer } from '../matching/known-customers.queries.ts';
import type { RowPlan } from '../matching/plan-rows.ts';
import {
  addTags,
  insertCustomers,
  insertExtraEmails,
  insertRejections,
  recordImported,
  tagIdsByKey,
  updateCustomers,
  writeSearchEntries,
} from './write-batch.queries.ts';

type Taken = Extract<RowPlan, { kind: 'create' | 'update' }>;
type Created = { readonly plan: Taken; readonly columns: CustomerColumns };
type Updated = Created & { readonly stored: StoredCustomer; readonly changed: readonly string[] };
type Batch = {
  readonly importer: Importer;
  readonly importId: string;
  readonly plans: readonly RowPlan[];
  readonly known: readonly KnownCustomer[];
};

const rawRowCharacters = 100_000;

/** Writes what a batch comes to: customers with all that hangs on them, and the rows left out. */
export async function writePlans(work: Work, { importer, importId, plans, known }: Batch): Promise<void> {
  const { db, now } = work;
  const { workspaceId } = importer;
  const created = plans
    .filter((plan) => plan.kind === 'create')
    .map((plan) => ({ plan, columns: newColumns(plan.candidate, { importer, now }) }));
  const updated = mergeUpdates(plans, known);
  const changed = updated.filter((update) => update.changed.length > 0);
  await writeCustomers(work, { workspaceId, created, changed });
  await putTags(work, { workspaceId, plans: [...created, ...updated].map(({ plan }) => plan) });
  const entries = [
    ...created.map(({ plan }) => ({ id: newId(), customer_id: plan.customerId, detail: { row: plan.row } })),
    ...changed.map(({ plan, changed: columns }) => ({
      id: newId(),
      customer_id: plan.customerId,
      detail: { row: plan.row, changed: columns },
    })),
  ];
  await recordImported(db, { workspaceId, importId }, { entries, actorId: importer.userId, now });
  const rejections = plans.flatMap((plan) =>
    plan.kind === 'reject'
      ? [{ row_number: plan.row, reason: plan.reason, name: plan.name, raw_row: rawRow(plan.cells) }]
      : [],
  );
  await insertRejections(db, { workspaceId, importId }, rejections);
}

function mergeUpdates(plans: readonly RowPlan[], known: readonly KnownCustomer[]): Updated[] {
  const storedById = new Map(known.map(({ id, stored }) => [id, stored]));
  return plans
    .filter((plan) => plan.kind === 'update')
    .flatMap((plan) => {
      const stored = storedById.get(plan.customerId);
      return stored === undefined ? [] : [{ plan, stored, ...mergedColumns(plan.candidate, stored) }];
    });
}

async function writeCustomers(
  { db, now }: Work,
  {
    workspaceId,
    created,
    changed,
  }: { workspaceId: string; created: readonly Created[]; changed: readonly Updated[] },
): Promise<void> {
  await insertCustomers(
    db,
    created.map(({ plan, columns }) => ({
      ...columns,
      workspace_id: workspaceId,
      id: plan.customerId,
      created_at: now,
      updated_at: now,
    })),
  );
  await insertExtraEmails(
    db,
    created.flatMap(({ plan }) => extraEmails(plan, workspaceId)),
  );
  await updateCustomers(db, {
    workspaceId,
    rows: changed.map(({ plan, columns }) => ({ ...columns, id: plan.customerId })),
    now,
  });
  const entries = [
    ...created.map(({ plan, columns }) => ({
      record_id: plan.customerId,
      text: searchTextOf(columns, plan.candidate.input.extraEmails ?? []),
    })),
    ...changed.map(({ plan, columns, stored }) => ({
      record_id: plan.customerId,
      text: searchTextOf(columns, stored.extra_emails),
    })),
  ];
  await writeSearchEntries(db, { workspaceId, entries });
}

function extraEmails({ candidate, customerId }: Taken, workspaceId: string) {
  return (candidate.input.extraEmails ?? []).map((email, position) => ({
    workspace_id: workspaceId,
    customer_id: customerId,
    position,
    email,
    email_key: emailKey(email),
  }));
}

async function putTags(
  { db }: Work,
  { workspaceId, plans }: { workspaceId: string; plans: readonly Taken[] },
): Promise<void> {
  const named = plans
    .flatMap(({ candidate, customerId }) =>
      candidate.tagNames.map((name) => ({ customerId, name, nameKey: fold(name) })),
    )
    .filter(({ nameKey }) => nameKey !== '');
  const tags = new Map(named.map(({ name, nameKey }) => [nameKey, { id: newId(), name, name_key: nameKey }]));
  // In one order everywhere, so that two imports do not wait for each other's tags.
  const inOrder = [...tags.values()].toSorted((one, other) => (one.name_key < other.name_key ? -1 : 1));
  const ids = await tagIdsByKey(db, { workspaceId, tags: inOrder });
  const links = named.flatMap(({ customerId, nameKey }) => {
    const tagId = ids.get(nameKey);
    return tagId === undefined ? [] : [{ customer_id: customerId, tag_id: tagId }];
  });
  await addTags(db, { workspaceId, links });
}

/** The row as it came, as a JSON array; one that is out of all proportion is cut. */
function rawRow(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= rawRowCharacters
    ? text
    : JSON.stringify(cells.slice(0, 50).map((cell) => cell.slice(0, 1_000)));
}
