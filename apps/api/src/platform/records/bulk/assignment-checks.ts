import type { BulkAction } from '@handover/contract/records/bulk.ts';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import { requireAssignable } from '#platform/session/policy.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
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
  const isMissing = async (db: Db, workspaceId: string, input: Input): Promise<boolean> => {
    const userId = userIdOf(input);
    return typeof userId === 'string' && !(await isStaffMember(db, { workspaceId, userId }));
  };
  return {
    check: async ({ db }, member, input) => {
      if (limitedTo !== undefined) requireAssignable(member, userIdOf(input), limitedTo);
      if (await isMissing(db, member.workspaceId, input))
        throw invalidField(`input.${field}`, 'Not a member of this workspace');
    },
    findObstacle: async (db, workspaceId, input) =>
      (await isMissing(db, workspaceId, input))
        ? `The ${role} is no longer a member of this workspace.`
        : null,
  };
}
