import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareLookup } from '#db/statements/prepared-statement.ts';
import {
  contactPointsOfCustomer,
  fromCustomers,
  listedColumns,
  tagsOfCustomer,
} from './customer-rows.queries.ts';
import {
  inCustomerScope,
  createPreparedScope,
  getScopeParts,
  hasEmailKey,
  selectMergeTarget,
  unsubscribedAt,
  type ScopeShape,
  type ScopeValues,
} from './customers.public.ts';
import { selectValidCustom } from '#platform/records/custom-fields/custom-columns.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { memberCount } from './customer-list.queries.ts';

const detailColumns = [
  'customers.user_id',
  'customers.title',
  'customers.website',
  'customers.address_line1',
  'customers.address_line2',
  'customers.postal_code',
  'customers.country',
  'customers.taxonomy_code',
  'customers.banned_reason',
  'customers.merged_into',
  'customer_stats.note_count',
  'customer_stats.open_task_count',
  'customer_stats.email_count',
  'customer_stats.activity_count',
] as const;

/** One customer in the member's scope with the details of its page, or null. */
export async function findCustomerRow(
  db: Db,
  member: Member,
  { customerId, now }: { customerId: string; now: Date },
) {
  const { values, shape } = getScopeParts(member);
  const [row] = await selectCustomer(db, { ...values, customerId, now }, shape);
  return row ?? null;
}

const lastMergeOfCustomer = sql<string | null>`(
  SELECT merges.id FROM merges WHERE merges.workspace_id = customers.workspace_id AND merges.survivor_id = customers.id AND merges.undone_at IS NULL
  ORDER BY merges.created_at DESC, merges.id DESC LIMIT 1)`;

const selectCustomer = prepareLookup(
  (db, by: ScopeValues & { customerId: string; now: Date }, shape: ScopeShape) =>
    fromCustomers(db)
      .select([
        ...listedColumns,
        ...detailColumns,
        selectValidCustom('customers').as('custom'),
        tagsOfCustomer.as('tags'),
        memberCount.as('member_count'),
        contactPointsOfCustomer.as('contact_points'),
        unsubscribedAt.as('unsubscribed_at'),
        lastMergeOfCustomer.as('last_merge_id'),
        sql<boolean>`EXISTS (SELECT FROM one_time_links l WHERE l.workspace_id = customers.workspace_id AND l.customer_id = customers.id AND l.kind = 'invite' AND l.consumed_at IS NULL AND l.expires_at > ${by.now})`.as(
          'is_invited',
        ),
      ])
      .where('customers.id', '=', by.customerId)
      .where(inCustomerScope(createPreparedScope(by, shape))),
);

export type CustomerDetailRow = NonNullable<Awaited<ReturnType<typeof findCustomerRow>>>;

export type DuplicateKeys = {
  nameSort: string | null;
  emailKey: string | null;
  phoneKey: string | null;
  npi: string | null;
  exceptId: string | null;
};

/**
 * Up to five customers in scope with the same address, NPI, phone number, or full name, or with a similar name, those
 * last. Each key uses its own index; an OR would read all customers of the workspace.
 */
export function findDuplicateRows(db: Db, member: Member, keys: DuplicateKeys) {
  const { nameSort, emailKey, phoneKey, npi, exceptId } = keys;
  const samePhone = sql<boolean>`(customers.phone_key = ${phoneKey} OR EXISTS (
    SELECT FROM customer_contact_points p WHERE p.workspace_id = customers.workspace_id AND p.customer_id = customers.id
      AND p.kind = 'phone' AND p.value_key = ${phoneKey}))`;
  const isSame = {
    email: sql<boolean>`coalesce(${hasEmailKey(emailKey)}, false)`,
    npi: sql<boolean>`coalesce(customers.npi = ${npi}, false)`,
    phone: sql<boolean>`coalesce(${samePhone}, false)`,
    name: sql<boolean>`coalesce(customers.name_sort = ${nameSort}, false)`,
  };
  return db
    .selectFrom('customers')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'company',
      'npi',
      isSame.email.as('is_same_email'),
      isSame.npi.as('is_same_npi'),
      isSame.phone.as('is_same_phone'),
      isSame.name.as('is_same_name'),
    ])
    .where(inCustomerScope(member))
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`customers.id IN (${selectByAnyKey(member.workspaceId, keys)})`)
    .where(sql<boolean>`customers.id IS DISTINCT FROM ${exceptId}::uuid`)
    .orderBy(sql`${sql.join(Object.values(isSame), sql` OR `)}`, 'desc')
    .orderBy('name_sort')
    .orderBy('id')
    .limit(5)
    .execute();
}

function selectByAnyKey(
  workspaceId: string,
  { nameSort, emailKey, phoneKey, npi }: DuplicateKeys,
): RawBuilder<unknown> {
  const inWorkspace = sql`workspace_id = ${workspaceId}`;
  return sql.join(
    [
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND email_key = ${emailKey}`,
      sql`SELECT customer_id FROM customer_contact_points WHERE ${inWorkspace} AND kind = 'email' AND value_key = ${emailKey}`,
      sql`SELECT customer_id FROM customer_contact_points WHERE ${inWorkspace} AND kind = 'phone' AND value_key = ${phoneKey}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND npi = ${npi}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND phone_key = ${phoneKey}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND name_sort = ${nameSort} AND deleted_at IS NULL`,
      sql`SELECT alike FROM customers_named_like(${workspaceId}::uuid, ${nameSort}, 5) AS alike`,
    ],
    sql` UNION `,
  );
}

/** The customer that this one was merged into, over any number of merges; null if it was not merged. */
export async function findMergeTargetId(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT nullif(${selectMergeTarget(workspaceId, sql`${customerId}::uuid`)}, ${customerId}) AS id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Duplicate tally rows allowed in a workspace before they are summed up. */
const maxRepeats = 200;

/** Sums up duplicate tally rows in workspaces with many of them. */
export async function addUpTallies(db: Db): Promise<void> {
  const workspaces = await db.selectFrom('workspaces').select('id').execute();
  const ids = workspaces.map(({ id }) => id);
  const { rows } = await sql<{ workspace_id: string }>`
    SELECT workspace_id FROM customer_tallies WHERE workspace_id = ANY(${ids}::uuid[]) GROUP BY workspace_id
    HAVING count(*) > ${maxRepeats} + count(DISTINCT (status, account_type, is_verified, broker_id, plan_name))`.execute(
    db,
  );
  for (const { workspace_id: id } of rows)
    await sql`
      WITH taken AS (DELETE FROM customer_tallies WHERE workspace_id = ${id} RETURNING *)
      INSERT INTO customer_tallies (workspace_id, status, account_type, is_verified, broker_id, plan_name, count)
      SELECT workspace_id, status, account_type, is_verified, broker_id, plan_name, sum(count) FROM taken
      GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(count) <> 0`.execute(db);
}
