import type { BulkAction, BulkInputOf } from '@handover/contract/bulk.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { brokerFor } from '#features/customers/customers.policy.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

/** The runs that a member may see, as a condition on `bulk_runs`: their own, and all of the workspace for administrators. */
export function inBulkScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`bulk_runs.workspace_id = ${member.workspaceId}`;
  return member.level >= roleLevels.ADMIN
    ? inWorkspace
    : sql<boolean>`(${inWorkspace} AND bulk_runs.created_by = ${member.userId})`;
}

const adminActions: readonly BulkAction[] = ['ban', 'delete', 'restore'];

/** Whether a member's role allows an action at all; what may be done to each customer is decided when its turn comes. */
export function isActionOpenTo(member: Member, action: BulkAction): boolean {
  return member.level >= (adminActions.includes(action) ? roleLevels.ADMIN : roleLevels.STAFF);
}

/** Throws FORBIDDEN for what a member may do to no customer. */
export function requireInput(member: Member, input: BulkInputOf<'customer'>): void {
  if (!isActionOpenTo(member, input.action)) throw forbidden();
  if (input.action === 'assign') brokerFor(member, input.brokerId);
}
