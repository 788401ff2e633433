import type { ImportRow } from '#features/imports/imports.queries.ts';
import { newId } from '#lib/ids.ts';
import { emailKey } from '#lib/text.ts';
import type { Work } from '#platform/work.ts';
import type { Importer, ExistingCustomer, StoredCustomer } from '../matching/existing-customers.queries.ts';
import type { RowPlan, TakenPlan } from '../matching/plan-rows.ts';
import { reasonOf } from '../preview.ts';
import {
  mergedColumns,
  newColumns,
  searchTextOf,
  writtenColumns,
  type ImportedColumns,
  type Merge,
} from './changes.ts';
import { insertChanges, type NewChange } from './changes.queries.ts';
import { replaceCustomerTags, type AddedTags } from './put-tags.ts';
import {
  insertCustomers,
  insertExtraEmails,
  insertRejections,
  recordImported,
  updateCustomers,
  writeSearchEntries,
} from './write-batch.queries.ts';

type Created = { readonly plan: TakenPlan; readonly columns: ImportedColumns };
type Updated = Merge & { readonly plan: TakenPlan; readonly stored: StoredCustomer };
type Batch = {
  readonly importer: Importer;
  readonly row: ImportRow;
  readonly plans: readonly RowPlan[];
  readonly known: readonly ExistingCustomer[];
};
type Writes = {
  readonly workspaceId: string;
  readonly importId: string;
  readonly actorId: string;
  readonly created: readonly Created[];
  readonly updated: readonly Updated[];
};

const rawRowCharacters = 100_000;

/** Writes what a batch comes to: customers with all that hangs on them, how they were before, and the rows left out. */
export async function writePlans(work: Work, { importer, row, plans, known }: Batch): Promise<void> {
  const { workspaceId, userId } = importer;
  const created = plans
    .filter((plan) => plan.kind === 'create')
    .map((plan) => ({ plan, columns: newColumns(plan.candidate, { importer, now: work.now }) }));
  const updated = mergeUpdates(plans, { known, row });
  const writes = { workspaceId, importId: row.id, actorId: userId, created, updated };
  await createCustomers(work, writes);
  const added = await replaceCustomerTags(work, {
    workspaceId,
    importId: row.id,
    plans: [...created, ...updated].map(({ plan }) => plan),
  });
  await insertChanges(work.db, { workspaceId, importId: row.id }, changesOf(writes, added));
  await changeCustomers(work, writes);
  await recordEntries(work, writes);
  const rejections = plans.flatMap((plan) =>
    plan.kind === 'reject'
      ? [
          {
            row_number: plan.row,
            reason: reasonOf(plan.faults),
            name: plan.name,
            raw_row: rawRow(plan.cells),
          },
        ]
      : [],
  );
  await insertRejections(work.db, { workspaceId, importId: row.id }, rejections);
}

function mergeUpdates(
  plans: readonly RowPlan[],
  { known, row }: { known: readonly ExistingCustomer[]; row: ImportRow },
): Updated[] {
  const storedById = new Map(known.map(({ id, stored }) => [id, stored]));
  return plans
    .filter((plan) => plan.kind === 'update')
    .flatMap((plan) => {
      const stored = storedById.get(plan.customerId);
      return stored === undefined
        ? []
        : [{ plan, stored, ...mergedColumns(plan.candidate, stored, row.overwrite) }];
    });
}

async function createCustomers({ db, now }: Work, { workspaceId, created }: Writes): Promise<void> {
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
    { workspaceId },
    created.map(({ plan }) => ({
      customerId: plan.customerId,
      emails: plan.candidate.input.extraEmails ?? [],
    })),
  );
  const entries = created.map(({ plan, columns }) => ({
    record_id: plan.customerId,
    text: searchTextOf(columns, plan.candidate.input.extraEmails ?? []),
  }));
  await writeSearchEntries(db, { workspaceId, entries });
}

async function changeCustomers({ db, now }: Work, { workspaceId, updated }: Writes): Promise<void> {
  const changed = updated.filter((update) => update.changed.length > 0);
  await updateCustomers(db, {
    workspaceId,
    rows: changed.map(({ plan, columns }) => ({ ...columns, id: plan.customerId })),
    now,
  });
  await insertExtraEmails(
    db,
    { workspaceId },
    changed.map(({ plan, addedEmails }) => ({ customerId: plan.customerId, emails: addedEmails })),
  );
  const entries = changed.map(({ plan, columns, stored, addedEmails }) => ({
    record_id: plan.customerId,
    text: searchTextOf(columns, [...stored.extra_emails, ...addedEmails]),
  }));
  await writeSearchEntries(db, { workspaceId, entries });
}

async function recordEntries(
  { db, now }: Work,
  { workspaceId, importId, actorId, created, updated }: Writes,
): Promise<void> {
  const changed = updated.filter((update) => update.changed.length > 0);
  const entries = [
    ...created.map(({ plan }) => ({ id: newId(), customer_id: plan.customerId, detail: { row: plan.row } })),
    ...changed.map(({ plan, changed: columns }) => ({
      id: newId(),
      customer_id: plan.customerId,
      detail: { row: plan.row, changed: columns },
    })),
  ];
  await recordImported(db, { workspaceId, importId }, { entries, actorId, now });
}

/** What an undo has to take back: rows that changed nothing leave nothing. */
function changesOf({ created, updated }: Writes, added: AddedTags): NewChange[] {
  const blank = { version_after: null, customer_before: null, email_keys: [] };
  const ofCreated = created.map(({ plan }) => ({
    ...blank,
    row_number: plan.row,
    customer_id: plan.customerId,
    kind: 'created' as const,
    version_after: 1,
    tag_ids: added.get(plan.customerId) ?? [],
  }));
  const ofUpdated = updated.map(({ plan, stored, changed, addedEmails }) => ({
    ...blank,
    row_number: plan.row,
    customer_id: plan.customerId,
    kind: 'updated' as const,
    ...(changed.length === 0
      ? {}
      : { version_after: stored.version + 1, customer_before: writtenColumns(stored) }),
    email_keys: addedEmails.map(emailKey),
    tag_ids: added.get(plan.customerId) ?? [],
  }));
  return [
    ...ofCreated,
    ...ofUpdated.filter((change) => change.customer_before !== null || change.tag_ids.length > 0),
  ];
}

/** A row as a JSON array of its cells; one that is out of all proportion is cut. */
export function rawRow(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= rawRowCharacters
    ? text
    : JSON.stringify(cells.slice(0, 50).map((cell) => cell.slice(0, 1_000)));
}
