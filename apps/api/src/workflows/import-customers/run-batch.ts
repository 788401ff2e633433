import type { ImportMode } from '../../features/imports/imports.queries.ts';
import { newId } from '../../lib/ids.ts';
import { emailKey, fold } from '../../lib/text.ts';
import type { Work, WorkRunner } from '../../platform/work.ts';
import { mergedColumns, newColumns, searchTextOf } from './changes.ts';
import { findKnownCustomers, type Importer } from './known-customers.queries.ts';
import { keysOf } from './match.ts';
import { planRows, type ReadRecord, type RowPlan } from './plan-rows.ts';
import { advanceRun, lockRun } from './run.queries.ts';
import {
  addTags,
  insertCustomers,
  insertExtraEmails,
  insertRejections,
  recordImported,
  tagIdsByKey,
  updateCustomers,
  writeSearchEntries,
  type ImportActivity,
} from './write-batch.queries.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly importer: Importer;
  readonly importId: string;
  readonly mode: ImportMode;
};

type Planned = Extract<RowPlan, { kind: 'create' | 'update' }>;
type Stored = Awaited<ReturnType<typeof findKnownCustomers>>;

const rawRowCharacters = 100_000;

/**
 * Writes one batch in one transaction together with the import's progress, so that it happens once however
 * often it is tried. A batch that the database refuses is split until the row at fault stands alone and is
 * left out. Returns false when the import was stopped, or another worker is ahead.
 */
export async function runBatch(
  run: Run,
  batch: { readonly records: readonly ReadRecord[]; readonly rowCount: number },
): Promise<boolean> {
  try {
    return await writeBatch(run, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const { records, rowCount } = batch;
    const middle = Math.ceil(records.length / 2);
    if (records.length === 1) return runBatch(run, { records: records.map(refused), rowCount });
    return (
      (await runBatch(run, { records: records.slice(0, middle), rowCount })) &&
      runBatch(run, { records: records.slice(middle), rowCount: rowCount + middle })
    );
  }
}

function writeBatch(
  { runner, importer, importId, mode }: Run,
  { records, rowCount }: { records: readonly ReadRecord[]; rowCount: number },
): Promise<boolean> {
  return runner.transact(async (work) => {
    const key = { workspaceId: importer.workspaceId, importId };
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.row_count !== rowCount) return false;
    const keys = records.flatMap(({ outcome }) =>
      outcome.kind === 'candidate' ? [keysOf(outcome.input)] : [],
    );
    const known = await findKnownCustomers(work.db, importer, { keys, importId, isLocking: true });
    const plans = planRows(records, { known, mode });
    await apply(work, { importer, importId, plans, known });
    const last = records.at(-1)?.record;
    if (last !== undefined)
      await advanceRun(work.db, key, {
        ...countPlans(plans),
        bytesRead: last.endsAt,
        lineNumber: last.nextLine,
      });
    work.publish({ workspaceId: importer.workspaceId, noun: 'import', id: importId });
    return true;
  });
}

async function apply(
  work: Work,
  {
    importer,
    importId,
    plans,
    known,
  }: { importer: Importer; importId: string; plans: readonly RowPlan[]; known: Stored },
): Promise<void> {
  const { db, now } = work;
  const { workspaceId } = importer;
  const created = plans
    .filter((plan) => plan.kind === 'create')
    .map((plan) => ({ plan, columns: newColumns(plan.candidate, { importer, now }) }));
  const updated = plans
    .filter((plan) => plan.kind === 'update')
    .flatMap((plan) => {
      const stored = known.find(({ id }) => id === plan.customerId)?.stored;
      return stored === undefined ? [] : [{ plan, stored, ...mergedColumns(plan.candidate, stored) }];
    });
  const changed = updated.filter((update) => update.changed.length > 0);
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
  await putTags(work, { workspaceId, plans: [...created, ...updated].map(({ plan }) => plan) });
  const activities: ImportActivity[] = [
    ...created.map(({ plan }) => ({ id: newId(), customer_id: plan.customerId, detail: { row: plan.row } })),
    ...changed.map(({ plan, changed: columns }) => ({
      id: newId(),
      customer_id: plan.customerId,
      detail: { row: plan.row, changed: columns },
    })),
  ];
  await recordImported(db, { workspaceId, importId }, { entries: activities, actorId: importer.userId, now });
  const rejections = plans.flatMap((plan) =>
    plan.kind === 'reject'
      ? [{ row_number: plan.row, reason: plan.reason, name: plan.name, raw_row: rawRow(plan.cells) }]
      : [],
  );
  await insertRejections(db, { workspaceId, importId }, rejections);
}

function extraEmails({ candidate, customerId }: Planned, workspaceId: string) {
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
  { workspaceId, plans }: { workspaceId: string; plans: readonly Planned[] },
): Promise<void> {
  const named = plans
    .flatMap(({ candidate, customerId }) =>
      candidate.tagNames.map((name) => ({ customerId, name, nameKey: fold(name) })),
    )
    .filter(({ nameKey }) => nameKey !== '');
  const tags = [
    ...new Map(
      named.map(({ name, nameKey }) => [nameKey, { id: newId(), name, name_key: nameKey }]),
    ).values(),
  ].toSorted((one, other) => (one.name_key < other.name_key ? -1 : 1));
  const ids = await tagIdsByKey(db, { workspaceId, tags });
  const links = named.flatMap(({ customerId, nameKey }) => {
    const tagId = ids.get(nameKey);
    return tagId === undefined ? [] : [{ customer_id: customerId, tag_id: tagId }];
  });
  await addTags(db, { workspaceId, links });
}

function countPlans(plans: readonly RowPlan[]) {
  const taken = plans.flatMap((plan) => (plan.kind === 'reject' ? [] : [plan]));
  const organizations = taken.filter(({ candidate }) => candidate.input.accountType === 'Corporate').length;
  const created = taken.filter(({ kind }) => kind === 'create').length;
  return {
    rows: plans.length,
    individuals: taken.length - organizations,
    organizations,
    created,
    updated: taken.length - created,
    rejected: plans.length - taken.length,
  };
}

/** The row as it came, as a JSON array; one that is out of all proportion is cut. */
function rawRow(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= rawRowCharacters
    ? text
    : JSON.stringify(cells.slice(0, 50).map((cell) => cell.slice(0, 1_000)));
}

function refused({ row, record, outcome }: ReadRecord): ReadRecord {
  const name = outcome.kind === 'candidate' ? outcome.input.name : outcome.name;
  return {
    row,
    record,
    outcome: { kind: 'rejected', reason: 'The database refuses a value of this row.', name, values: {} },
  };
}

/** Classes 22 and 23: values out of range, and broken constraints. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}
