import { sql } from 'kysely';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';

export const businessRecord: RecordDescriptor = {
  type: 'business',
  labels: { one: 'business', many: 'businesses' },
  table: 'businesses',
  from: (member) => sql`businesses LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
    AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}`,
  scope: (member) =>
    sql<boolean>`(businesses.workspace_id = ${member.workspaceId} AND ${inBusinessScope(member)})`,
};
