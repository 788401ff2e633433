import type { BulkAction } from '@handover/contract/records/bulk.ts';
import { requireAssignable } from '#platform/session/policy.ts';
import { assertStaffMember, isStaffMember } from '#platform/session/session.queries.ts';
import type { BulkSpec } from './bulk.ts';

type Assignment<Input> = {
  /** The field of the input, and the member's role in the record, such as "broker". */
  readonly field: string;
  readonly role: string;
  /** Null to unassign, undefined for other actions. */
  userIdOf(input: Input): string | null | undefined;
  /**
   * The plural of the record type. Members with a limited scope assign only their own records, and only to themselves.
   */
  readonly limitedTo?: string;
};

/**
 * The requirement of an action that assigns a member: a current staff member of the workspace, checked again when the
 * action runs.
 */
export function createAssignmentChecks<Input extends { readonly action: BulkAction }>({
  field,
  role,
  userIdOf,
  limitedTo,
}: Assignment<Input>): Pick<BulkSpec<Input>, 'check' | 'findObstacle'> {
  return {
    check: async ({ db }, member, input) => {
      const userId = userIdOf(input);
      if (limitedTo !== undefined) requireAssignable(member, userId, limitedTo);
      await assertStaffMember(db, member.workspaceId, { path: `input.${field}`, userId });
    },
    findObstacle: async (db, workspaceId, input) => {
      const userId = userIdOf(input);
      return typeof userId === 'string' && !(await isStaffMember(db, { workspaceId, userId }))
        ? `The ${role} is no longer a member of this workspace.`
        : null;
    },
  };
}
