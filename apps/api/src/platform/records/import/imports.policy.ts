import { importTransitions, type ImportRun } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireRecordArea } from '#platform/session/access.ts';
import type { Records } from '../record.ts';
import type { Importable } from './import-spec.ts';

/**
 * The imports that a member may see, as a condition on `imports`: skipped rows contain data of records, so members
 * limited to their own records see only their own imports.
 */
export function inImportScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`imports.workspace_id = ${member.workspaceId}`;
  return member.scope === 'all'
    ? inWorkspace
    : sql<boolean>`(${inWorkspace} AND imports.created_by = ${member.userId})`;
}

type EndedImport = {
  readonly status: ImportRun['status'];
  readonly created_by: string;
  readonly started_by: string | null;
  readonly created_count: number;
  readonly updated_count: number;
  readonly kept_count: number;
};

/** Administrators, and the member who uploaded or started the import. */
export function isUndoer(
  member: Member,
  { created_by, started_by }: Pick<EndedImport, 'created_by' | 'started_by'>,
): boolean {
  return member.level >= roleLevels.ADMIN || [created_by, started_by].includes(member.userId);
}

/** Whether an import has changes left to undo. */
export function hasChanges({
  status,
  created_count,
  updated_count,
  kept_count,
}: Omit<EndedImport, 'created_by' | 'started_by'>): boolean {
  return status === 'undone' ? kept_count > 0 : created_count + updated_count > 0;
}

/** Whether the member may undo this import now. */
export function canUndo(member: Member, row: EndedImport): boolean {
  return importTransitions[row.status].includes('undoing') && hasChanges(row) && isUndoer(member, row);
}

/** The import spec of a record type in an area that is open to the member. Throws INVALID_INPUT, FORBIDDEN. */
export function requireImportable(records: Records, actor: Member, recordType: RecordType): Importable {
  const importable = findImportable(records, recordType);
  if (importable === null) throw invalidField('recordType', 'Records of this type cannot be imported');
  requireRecordArea(actor, recordType);
  return importable;
}

/** The import spec of a record type; null if it cannot be imported. */
export function findImportable(records: Records, type: RecordType): Importable | null {
  const { labels, import: spec } = records.get(type);
  return spec === undefined ? null : { type, labels, spec };
}

/** The same for a stored import. */
export function getImportable(records: Records, type: RecordType): Importable {
  const importable = findImportable(records, type);
  if (importable === null) throw new Error(`Records of type ${type} cannot be imported`);
  return importable;
}
