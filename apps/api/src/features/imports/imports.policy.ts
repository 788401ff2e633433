import { importTransitions, type ImportRun } from '@handover/contract/imports.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

/**
 * The imports that a member may see, as a condition on `imports`: rows left out hold customers' data, so
 * members who see only their own customers see only their own imports.
 */
export function inImportScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`imports.workspace_id = ${member.workspaceId}`;
  return member.scope === 'all'
    ? inWorkspace
    : sql<boolean>`(${inWorkspace} AND imports.created_by = ${member.userId})`;
}

type Ended = {
  readonly status: ImportRun['status'];
  readonly created_by: string;
  readonly created_count: number;
  readonly updated_count: number;
  readonly kept_count: number;
};

/** Administrators, and whoever ran the import. */
export function isUndoer(member: Member, { created_by }: Pick<Ended, 'created_by'>): boolean {
  return member.level >= roleLevels.ADMIN || member.userId === created_by;
}

/** Whether an import has changed something that an undo could still take back. */
export function hasChanges({
  status,
  created_count,
  updated_count,
  kept_count,
}: Omit<Ended, 'created_by'>): boolean {
  return status === 'undone' ? kept_count > 0 : created_count + updated_count > 0;
}

/** Whether the member may take back this import as it stands. */
export function canUndo(member: Member, row: Ended): boolean {
  return importTransitions[row.status].includes('undoing') && hasChanges(row) && isUndoer(member, row);
}

/** Throws NOT_FOUND for an import that is not there or not for this member. */
export function requireImport<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('import');
  return row;
}
