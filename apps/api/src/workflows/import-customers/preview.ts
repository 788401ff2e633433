import type { ImportMapping, importPreviewRow } from '@handover/contract/imports.ts';
import type * as z from 'zod/mini';
import { isEncoding } from '../../features/imports/csv/encoding.ts';
import { readStoredRecords } from '../../features/imports/csv/read-file.ts';
import { columnsOf } from '../../features/imports/imports.presenter.ts';
import type { ImportMode, ImportRow } from '../../features/imports/imports.queries.ts';
import { checkPlan, loadImport } from '../../features/imports/imports.service.ts';
import type { Candidate } from '../../features/imports/rows/read-row.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Work } from '../../platform/work.ts';
import { findKnownCustomers } from './matching/known-customers.queries.ts';
import { keysOf } from './matching/match.ts';
import { planRows, readRecords, type NumberedRecord } from './matching/plan-rows.ts';

type PreviewRow = z.infer<typeof importPreviewRow>;
type Plan = { readonly importId: string; readonly mapping: ImportMapping; readonly mode: ImportMode };

const previewRows = 100;

/** What the next 100 rows would become; nothing is written. Throws NOT_FOUND, INVALID_INPUT, UNAVAILABLE. */
export async function previewImport(
  work: Work,
  actor: Member,
  { importId, mapping, mode, storage }: Plan & Pick<Platform, 'storage'>,
): Promise<PreviewRow[]> {
  const row = await loadImport(work, actor, importId);
  checkPlan(row, { mapping, mode });
  const records = readRecords(await firstRecords(storage, row), { mapping, width: columnsOf(row).length });
  const keys = records.flatMap(({ outcome }) =>
    outcome.kind === 'candidate' ? [keysOf(outcome.input)] : [],
  );
  const known = await findKnownCustomers(
    work.db,
    { ...actor, hasMembership: true },
    { keys, importId, isLocking: false },
  );
  const plans = planRows(records, { known, mode });
  return plans.map((plan, index): PreviewRow => {
    const outcome = records[index]?.outcome;
    const values =
      outcome?.kind === 'rejected' ? { ...outcome.values } : outcome === undefined ? {} : valuesOf(outcome);
    return { row: plan.row, outcome: plan.kind, reason: plan.kind === 'reject' ? plan.reason : null, values };
  });
}

async function firstRecords(storage: Platform['storage'], row: ImportRow): Promise<NumberedRecord[]> {
  if (!isEncoding(row.encoding)) throw new Error(`Import ${row.id} has an unknown encoding`);
  const file = {
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    encoding: row.encoding,
    delimiter: row.delimiter,
  };
  const numbered: NumberedRecord[] = [];
  for await (const records of readStoredRecords(storage, file, {
    byte: row.bytes_read,
    line: row.line_number,
  })) {
    for (const record of records) {
      if (numbered.length === previewRows) return numbered;
      numbered.push({ row: row.row_count + 2 + numbered.length, record });
    }
  }
  return numbered;
}

function valuesOf({ input, tagNames }: Candidate): Record<string, string> {
  const entries = Object.entries({ ...input, tags: tagNames }).map(
    ([field, value]) => [field, Array.isArray(value) ? value.join(', ') : String(value)] as const,
  );
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}
