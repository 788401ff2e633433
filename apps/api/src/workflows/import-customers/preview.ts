import type { CustomField } from '@handover/contract/custom-fields.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import type { importPreviewRow } from '@handover/contract/imports.ts';
import type * as z from 'zod/mini';
import type { ImportPlan, ImportRow } from '#features/imports/imports.queries.ts';
import { checkPlan, loadImport } from '#features/imports/imports.service.ts';
import { readRow, type Candidate, type Reading } from '#features/imports/rows/read-row.ts';
import { customText } from '#platform/records/custom-fields/custom-values.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { fileBatches } from './file-batches.ts';
import type { NumberedRecord, RowPlan } from './matching/plan-rows.ts';
import { planBatch } from './plan-batch.ts';

type PreviewRow = z.infer<typeof importPreviewRow>;

const previewRows = 100;
/** What a name is made of stands as one name, as in the rows that are taken. */
const nameParts: ReadonlySet<string> = new Set([
  'name',
  'firstName',
  'middleName',
  'lastName',
  'nameSuffix',
  'organizationName',
]);

/** What the next 100 rows would become; nothing is written. Throws NOT_FOUND, INVALID_INPUT, UNAVAILABLE. */
export async function previewImport(
  work: Work,
  actor: Member,
  { importId, plan, storage }: { importId: string; plan: ImportPlan } & Pick<Platform, 'storage'>,
): Promise<PreviewRow[]> {
  const row = await loadImport(work, actor, importId);
  await checkPlan(work.db, row, plan);
  const records = await firstRecords(storage, row);
  const { plans, fields, clientPlans } = await planBatch(work.db, {
    importer: { ...actor, hasMembership: true },
    row: { ...row, mapping: plan.mapping, mode: plan.mode },
    records,
    isLocking: false,
  });
  return plans.map((decided): PreviewRow => ({
    row: decided.row,
    outcome: decided.kind,
    reason: decided.kind === 'reject' ? reasonOf(decided.faults) : null,
    values: valuesOf(decided, { mapping: plan.mapping, fields, plans: clientPlans }),
  }));
}

/** All that is wrong with a row, as one text. */
export function reasonOf(faults: readonly { readonly message: string }[]): string {
  return faults.map(({ message }) => message).join(' ');
}

async function firstRecords(storage: Platform['storage'], row: ImportRow): Promise<NumberedRecord[]> {
  for await (const records of fileBatches(storage, row, { from: row, size: previewRows })) return records;
  return [];
}

type PreviewReading = Omit<Reading, 'width'>;

function valuesOf(plan: RowPlan, { fields, ...reading }: PreviewReading): Record<string, string> {
  if (plan.kind !== 'reject') return textsOf(plan.candidate, fields);
  const outcome = readRow(plan.cells, { ...reading, fields, width: plan.cells.length });
  if (outcome.kind === 'candidate') return textsOf(outcome, fields);
  const others = Object.entries(outcome.values).flatMap(([field, text]) =>
    text === undefined || nameParts.has(field) ? [] : [[field, text] as const],
  );
  return Object.fromEntries(outcome.name === null ? others : [['name', outcome.name], ...others]);
}

function textsOf(
  { input: { custom, ...input }, tagNames }: Candidate,
  fields: readonly CustomField[],
): Record<string, string> {
  const own = Object.fromEntries(
    fields.map((field) => [toCustomKey(field.id), customText(field, custom[field.id]) ?? '']),
  );
  const entries = Object.entries({ ...input, ...own, tags: tagNames }).map(
    ([field, value]) => [field, Array.isArray(value) ? value.join(', ') : String(value)] as const,
  );
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}
