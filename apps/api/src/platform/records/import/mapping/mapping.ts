import { createHash } from 'node:crypto';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import type { ImportMapping } from '@handover/contract/records/imports.ts';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { FileShape } from '../csv/file-shape.ts';
import { normalizeHeading, guessMapping, isInCapitals, type StartingMapping } from './guess-mapping.ts';
import type { Importable, ImportField } from '../import-spec.ts';
import { listHeadings, toMapping } from '../imports.presenter.ts';
import { joinNames } from '../read-row.ts';
import { findRememberedMapping, type ImportPlan, type ImportRow } from '../imports.queries.ts';

/** The mapping of a new file: from the last file with this header, or a guess. */
export async function startMapping(
  db: Db,
  {
    workspaceId,
    importable,
    shape: { columns, values },
  }: { workspaceId: string; importable: Importable; shape: Pick<FileShape, 'columns' | 'values'> },
): Promise<StartingMapping> {
  const { type: recordType, spec } = importable;
  const hash = hashHeaders(columns);
  const customFields = await listActiveFields(db, { workspaceId, recordType });
  const stored = await findRememberedMapping(db, { workspaceId, recordType, headerHash: hash });
  const mapping =
    stored === null
      ? guessMapping({ columns, values, fields: spec.fields, customFields })
      : Object.fromEntries(
          Object.entries(toMapping(stored)).filter(([, key]) => isField(key, spec.fields, customFields)),
        );
  return {
    mapping,
    headerHash: hash,
    isRemembered: stored !== null,
    fixCapitalization: isInCapitals(spec.fields, { mapping, values }),
  };
}

/**
 * Throws INVALID_INPUT for a plan that does not fit the file, or that would leave every row without a name or a match.
 */
export async function checkPlan(
  db: Db,
  {
    row,
    importable,
    plan,
  }: { row: ImportRow; importable: Importable; plan: Pick<ImportPlan, 'mapping' | 'mode'> },
): Promise<void> {
  const { spec, labels } = importable;
  const { mapping, mode } = plan;
  const width = listHeadings(row).length;
  const outside = Object.keys(mapping).find((index) => Number(index) >= width);
  if (outside !== undefined)
    throw invalidField(`mapping.${outside}`, `The file has ${String(width)} columns.`);
  const customFields = await listActiveFields(db, {
    workspaceId: row.workspace_id,
    recordType: importable.type,
  });
  const lost = Object.entries(mapping).find(([, key]) => !isField(key, spec.fields, customFields));
  if (lost !== undefined) {
    const [index, key] = lost;
    const isCustom = parseCustomFieldKey(key) !== null;
    const message = isCustom ? 'The field of this column is archived or deleted.' : 'There is no such field.';
    throw invalidField(`mapping.${index}`, message);
  }
  if (!isNamed(importable, mapping)) throw invalidField('mapping', spec.naming.hint);
  const mapped = new Set(Object.values(mapping));
  if (mode === 'update' && !spec.identities.some(({ fields }) => fields.some((field) => mapped.has(field))))
    throw invalidField(
      'mapping',
      `To find the ${labels.many} to update, map one of these columns: ${joinNames([...new Set(spec.identities.flatMap(({ fields }) => spec.fields.flatMap(({ key, label }) => (fields.includes(key) ? [label] : []))))], 20)}.`,
    );
}

/** Whether rows read with this mapping can have a name. */
export function isNamed({ spec }: Importable, mapping: ImportMapping): boolean {
  const mapped = new Set(Object.values(mapping));
  return spec.naming.fields.some((field) => mapped.has(field));
}

/** The same for files with the same headings in the same order, whatever their case and spaces. */
export function hashHeaders(columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(columns.map(normalizeHeading)))
    .digest('hex');
}

function isField(key: string, fields: readonly ImportField[], customFields: readonly CustomField[]): boolean {
  const customId = parseCustomFieldKey(key);
  return customId === null
    ? fields.some((field) => field.key === key)
    : customFields.some(({ id }) => id === customId);
}
