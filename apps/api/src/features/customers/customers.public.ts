import { recordInfo } from '@handover/contract/records/records.ts';
import { executePrepared, prepareLookup } from '#db/statements/prepared-statement.ts';
import type { Db } from '#db/client.ts';
import { notFound, type AppError } from '#lib/errors.ts';
import { z } from 'zod';
import type { Keyring } from '#lib/keyring.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Member, RecordScope } from '#platform/session/actor.ts';
import type { Quota } from '#platform/workspace-limits/quota.ts';
import { createMissingCustomerError, requireInvitable } from './customers.policy.ts';

type ScopedMember = Pick<Member, 'workspaceId' | 'userId' | 'scope'> & Partial<Pick<Member, 'granted'>>;

/**
 * Read scope of customers and everything attached to them, as a condition on `customers`: all of the
 * workspace, the customers the member brokers, or those they represent; plus customers shared with them.
 * Used by lists, single records, exports, live updates, and files.
 */
export function inCustomerScope(member: ScopedMember): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`customers.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  // One login can represent several customers, but cannot access banned ones.
  const own =
    member.scope === 'own'
      ? sql`customers.broker_id = ${member.userId}`
      : sql`(customers.user_id = ${member.userId} AND customers.status = 'active')`;
  const ids = member.granted?.['customer'];
  if (ids === undefined) return sql<boolean>`(${inWorkspace} AND ${own})`;
  return sql<boolean>`(${inWorkspace} AND (${own} OR customers.id = ANY(${ids}::uuid[])))`;
}

/** Whether an address in lower case is one of `customers`. */
export function hasEmailKey(key: string | null | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(customers.email_key = ${key} OR EXISTS (SELECT FROM customer_contact_points p
    WHERE p.workspace_id = customers.workspace_id AND p.customer_id = customers.id AND p.kind = 'email' AND p.value_key = ${key}))`;
}

/** The value that an undo gives to the source of `customers`: a stored one by its current name, their present one if it is gone. */
export function restoreSource(workspaceId: string, stored: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${stored} IS NOT NULL THEN coalesce(known_source(${workspaceId}, ${stored}), customers.source) END`;
}

/** The customer that a customer was merged into, over any number of merges; itself if it was not merged. */
export function selectMergeTarget(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(WITH RECURSIVE chain AS (
      SELECT id, merged_into FROM customers WHERE workspace_id = ${workspaceId} AND id = ${customerId}
      UNION SELECT customers.id, customers.merged_into FROM chain
        JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = chain.merged_into)
    SELECT id FROM chain WHERE merged_into IS NULL)`;
}

/**
 * Other customers whose opt-out blocks bulk email to `customers`: customers of the workspace with the same address,
 * including those in the trash. A merged customer's opt-out is carried by its survivor.
 */
export const othersOptedOut = sql`(
  SELECT o.id, o.unsubscribed_at FROM (
    SELECT a.id FROM customers a WHERE a.workspace_id = customers.workspace_id AND a.email_key = ${selectBulkAddress()}
    UNION SELECT p.customer_id FROM customer_contact_points p
      WHERE p.workspace_id = customers.workspace_id AND p.kind = 'email' AND p.value_key = ${selectBulkAddress()}
  ) AS same (id), LATERAL (
    SELECT c.id, c.unsubscribed_at FROM customers c WHERE c.workspace_id = customers.workspace_id AND c.id = same.id
      AND c.unsubscribed_at IS NOT NULL AND c.merged_into IS NULL OFFSET 0
  ) AS o WHERE same.id <> customers.id)`;

/**
 * Since when `customers` gets no bulk email because of an opt-out of their own or of their address; null if neither.
 */
export const unsubscribedAt = sql<Date | null>`least(customers.unsubscribed_at, (SELECT min(o.unsubscribed_at) FROM ${othersOptedOut} o))`;

/** The first address of `customers`. */
function selectBulkAddress(): RawBuilder<string | null> {
  return sql`coalesce(customers.email_key, (SELECT p.value_key FROM customer_contact_points p
    WHERE p.workspace_id = customers.workspace_id AND p.customer_id = customers.id AND p.kind = 'email' ORDER BY p.position LIMIT 1))`;
}

/** Values of a scope in a prepared statement. `ScopeShape` decides its text. */
export type ScopeValues = {
  readonly workspaceId: string;
  readonly userId: string;
  readonly grantedCustomers: readonly string[];
  readonly grantedBusinesses: readonly string[];
};
export type ScopeShape = { readonly scope: RecordScope; readonly hasGrants: boolean };

export function getScopeParts(member: Member): { values: ScopeValues; shape: ScopeShape } {
  const { workspaceId, userId, scope, granted } = member;
  const { customer: grantedCustomers = [], business: grantedBusinesses = [] } = granted;
  const hasGrants = grantedCustomers.length + grantedBusinesses.length > 0;
  return {
    values: { workspaceId, userId, grantedCustomers, grantedBusinesses },
    shape: { scope, hasGrants },
  };
}

/** The scope with placeholders instead of values, for building a prepared statement. */
export function createPreparedScope(values: ScopeValues, { scope, hasGrants }: ScopeShape): ScopedMember {
  const { workspaceId, userId, grantedCustomers, grantedBusinesses } = values;
  const granted = { customer: grantedCustomers, business: grantedBusinesses };
  return { workspaceId, userId, scope, ...(hasGrants && { granted }) };
}

/** Fields of a customer used by other features. */
export type CustomerRef = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: 'active' | 'banned';
  readonly brokerId: string | null;
  readonly userId: string | null;
};

/** An active customer that the member may read. Throws NOT_FOUND. */
export async function getCustomerRef(db: Db, member: Member, customerId: string): Promise<CustomerRef> {
  const ref = await findCustomerRef(db, member, customerId);
  if (ref === null) throw notFound('customer');
  return ref;
}

/** The same, for changing the customer or adding to them. Throws NOT_FOUND, and like `explainMissing`. */
export async function getActiveCustomer(db: Db, member: Member, customerId: string): Promise<CustomerRef> {
  const ref = await findCustomerRef(db, member, customerId);
  if (ref === null) throw await explainMissing(db, member, customerId);
  return ref;
}

/**
 * The address for an active customer's invitation. Throws like `getActiveCustomer`, and RULE_BROKEN if the customer
 * cannot be invited.
 */
export async function getInvitableEmail(db: Db, member: Member, customerId: string): Promise<string> {
  const { email, userId, status } = await getActiveCustomer(db, member, customerId);
  return requireInvitable({ email, user_id: userId, status, deleted_at: null });
}

/** Why a customer cannot be changed: NOT_FOUND, or RULE_BROKEN and CONFLICT for members who see it in the trash. */
export async function explainMissing(db: Db, member: Member, customerId: string): Promise<AppError> {
  const row = await db
    .selectFrom('customers')
    .select(['deleted_at', 'merged_into'])
    .where('id', '=', customerId)
    .where(inCustomerScope(member))
    .executeTakeFirst();
  return createMissingCustomerError(member, row);
}

async function findCustomerRef(db: Db, member: Member, customerId: string): Promise<CustomerRef | null> {
  const { values, shape } = getScopeParts(member);
  const [row] = await selectRef(db, { ...values, customerId }, shape);
  if (row === undefined) return null;
  const { id, name, email, status, broker_id: brokerId, user_id: userId } = row;
  return { id, name, email, status, brokerId, userId };
}

const selectRef = prepareLookup((db, by: ScopeValues & { customerId: string }, shape: ScopeShape) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'status', 'broker_id', 'user_id'])
    .where('workspace_id', '=', by.workspaceId)
    .where('id', '=', by.customerId)
    .where('deleted_at', 'is', null)
    .where(inCustomerScope(createPreparedScope(by, shape))),
);

/** Template fields of a customer with checked access. */
export type MailFacts = {
  readonly id: string;
  readonly name: string;
  readonly account_type: 'Individual' | 'Corporate';
  readonly company: string | null;
  readonly email: string | null;
  readonly broker_name: string | null;
  readonly broker_email: string | null;
  readonly broker_phone: string | null;
  readonly workspace_name: string;
};

/** Template fields of several customers by ID. */
export async function findMailFacts(
  db: Db,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly string[] },
): Promise<Map<string, MailFacts>> {
  const { rows } = await sql<MailFacts>`
    SELECT c.id, c.name, c.account_type, c.company,
      coalesce(c.email, (SELECT e.value FROM customer_contact_points e WHERE e.workspace_id = c.workspace_id AND e.customer_id = c.id AND e.kind = 'email' ORDER BY e.position LIMIT 1)) AS email,
      u.display_name AS broker_name, u.email AS broker_email, u.phone AS broker_phone, w.name AS workspace_name
    FROM customers c JOIN workspaces w ON w.id = c.workspace_id LEFT JOIN users u ON u.id = c.broker_id
    WHERE c.workspace_id = ${workspaceId} AND c.id = ANY(${customerIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Number of active customers that match a condition on `customers`, read from their tallies. The condition
 * may use the tallied columns.
 */
export async function sumTallies(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const sum = db
    .selectFrom('customer_tallies as customers')
    .select(sumOfTallies.as('count'))
    .where(condition);
  const [row] = await executePrepared(db, sum);
  return row?.count ?? 0;
}

/** Active customers of a workspace, as its plan limits them. */
export const customerQuota: Quota = {
  kind: 'customers',
  labels: recordInfo.customer,
  whenFull: 'all of which are in use. Move some to the trash,',
  count: (workspaceId) =>
    sql`(SELECT coalesce(sum(count), 0)::int FROM customer_tallies WHERE workspace_id = ${workspaceId})`,
};

/** For statements that alias `customer_tallies` as `customers`. */
export const sumOfTallies = sql<number>`coalesce(sum(customers.count), 0)::int`;

export type UnsubscribeRef = { readonly workspaceId: string; readonly customerId: string };

const row = 'unsubscribe';
const schema = z.tuple([z.uuid(), z.uuid()]);

/** A customer's unsubscribe link. Its token is encrypted and does not expire. */
export function unsubscribeUrl(
  { workspaceId, customerId }: UnsubscribeRef,
  { keyring, publicUrl }: { keyring: Keyring; publicUrl: string },
): string {
  const token = keyring.encrypt(`${workspaceId} ${customerId}`, row);
  return `${publicUrl}/api/unsubscribe/${token}`;
}

/** The customer of a token, or null if it is invalid. */
export function readUnsubscribeToken(keyring: Keyring, token: string): UnsubscribeRef | null {
  // Base64url decoding skips other characters.
  if (!/^[\w.-]+$/.test(token)) return null;
  const [workspaceId, customerId] = schema.safeParse(openToken(keyring, token)?.split(' ')).data ?? [];
  return workspaceId === undefined || customerId === undefined ? null : { workspaceId, customerId };
}

function openToken(keyring: Keyring, token: string): string | null {
  try {
    return keyring.decrypt(token, row);
  } catch {
    return null;
  }
}
