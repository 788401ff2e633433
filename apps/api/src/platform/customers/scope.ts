import { sql, type RawBuilder } from 'kysely';
import type { Member, RecordScope } from '#platform/session/actor.ts';

type Scoped = Pick<Member, 'workspaceId' | 'userId' | 'scope'> & Partial<Pick<Member, 'granted'>>;

/**
 * The one read scope of customers and of everything attached to them, as a condition on the table `customers`: the
 * member's workspace, and all of it, or the customers they are the broker of, or the ones they represent, with those
 * that are shared with them. Lists, single records, exports, live updates, and files use it alike.
 */
export function inCustomerScope(member: Scoped): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`customers.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  // One login can represent several customers; a banned one is closed to it.
  const own =
    member.scope === 'own'
      ? sql`customers.broker_id = ${member.userId}`
      : sql`(customers.user_id = ${member.userId} AND customers.status = 'active')`;
  const ids = member.granted?.['customer'];
  if (ids === undefined) return sql<boolean>`(${inWorkspace} AND ${own})`;
  return sql<boolean>`(${inWorkspace} AND (${own} OR customers.id = ANY(${ids}::uuid[])))`;
}

/** The values of a member's scope in a prepared statement, and what decides its text. */
export type ScopeValues = {
  readonly workspaceId: string;
  readonly userId: string;
  readonly grantedCustomers: readonly string[];
  readonly grantedBusinesses: readonly string[];
};
export type ScopeShape = { readonly scope: RecordScope; readonly hasGrants: boolean };

export function scopeParts(member: Member): { values: ScopeValues; shape: ScopeShape } {
  const { workspaceId, userId, scope, granted } = member;
  const { customer: grantedCustomers = [], business: grantedBusinesses = [] } = granted;
  const hasGrants = grantedCustomers.length + grantedBusinesses.length > 0;
  return {
    values: { workspaceId, userId, grantedCustomers, grantedBusinesses },
    shape: { scope, hasGrants },
  };
}

/** What a scope condition takes in a prepared statement, whose values are not known when it is built. */
export function preparedScope(values: ScopeValues, { scope, hasGrants }: ScopeShape): Scoped {
  const { workspaceId, userId, grantedCustomers, grantedBusinesses } = values;
  const granted = { customer: grantedCustomers, business: grantedBusinesses };
  return { workspaceId, userId, scope, ...(hasGrants && { granted }) };
}
