import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../../lib/errors.ts';
import type { Member } from '../../platform/session/actor.ts';

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

/** Throws NOT_FOUND for an import that is not there or not for this member. */
export function requireImport<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('import');
  return row;
}
