import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Known, MatchKeys } from './match.ts';

export type Importer = Pick<Member, 'workspaceId' | 'userId' | 'scope' | 'timeZone'> & {
  readonly hasMembership: boolean;
};

/** The customers in the importer's scope, the bin included, that may match one of these; locked when a write follows. Who has been merged is matched by what the survivor took over. */
export async function findExistingCustomers(
  db: Db,
  importer: Importer,
  { keys, isLocking }: { keys: readonly MatchKeys[]; isLocking: boolean },
): Promise<ExistingCustomer[]> {
  const ids = await findMatchingIds(db, importer, keys);
  if (ids.length === 0) return [];
  const rows = await selectCustomers(db, importer, { ids, isLocking });
  return rows.map((stored) => ({
    id: stored.id,
    npi: stored.npi,
    emailKeys: [...(stored.email_key === null ? [] : [stored.email_key]), ...stored.extra_email_keys],
    phoneKey: stored.phone_key,
    nameSort: stored.name_sort,
    isInTrash: stored.deleted_at !== null,
    planName: stored.plan_name,
    stored,
  }));
}

/** One statement with an index for each kind of key. */
async function findMatchingIds(
  db: Db,
  { workspaceId }: Importer,
  keys: readonly MatchKeys[],
): Promise<string[]> {
  const npis = keys.flatMap(({ npi }) => npi ?? []);
  const emails = keys.flatMap(({ emailKeys }) => emailKeys);
  const switchboards = keys.flatMap(({ phoneKey, nameSort }) =>
    phoneKey === null ? [] : [{ phoneKey, nameSort }],
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND npi = ANY(${npis})
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND email_key = ANY(${emails})
    UNION SELECT customer_id FROM customer_emails WHERE workspace_id = ${workspaceId} AND email_key = ANY(${emails})
    UNION SELECT customers.id FROM unnest(${switchboards.map(({ phoneKey }) => phoneKey)}::text[], ${switchboards.map(({ nameSort }) => nameSort)}::text[]) AS wanted (phone_key, name_sort)
      JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.phone_key = wanted.phone_key AND customers.name_sort = wanted.name_sort`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function selectCustomers(
  db: Db,
  importer: Importer,
  { ids, isLocking }: { ids: readonly string[]; isLocking: boolean },
) {
  const extraEmails = (column: 'email' | 'email_key') =>
    sql<
      string[]
    >`ARRAY(SELECT ${sql.ref(`e.${column}`)} FROM customer_emails e WHERE e.workspace_id = customers.workspace_id AND e.customer_id = customers.id ORDER BY e.position)`;
  const query = db
    .selectFrom('customers')
    .select([
      'id',
      'name',
      'name_sort',
      'email',
      'email_key',
      'phone',
      'phone_key',
      'company',
      'company_sort',
      'npi',
      'account_type',
      'plan_name',
      'joining_date',
      'source',
      'title',
      'website',
      'address_line1',
      'address_line2',
      'city',
      'region',
      'postal_code',
      'country',
      'taxonomy_code',
      'custom',
      'version',
      'updated_at',
      'deleted_at',
      extraEmails('email').as('extra_emails'),
      extraEmails('email_key').as('extra_email_keys'),
    ])
    .where('customers.id', 'in', [...ids])
    .where('merged_into', 'is', null)
    .where(inCustomerScope(importer))
    .orderBy('id');
  return (isLocking ? query.forUpdate() : query).execute();
}

export type StoredCustomer = Awaited<ReturnType<typeof selectCustomers>>[number];

/** A customer that rows are compared with, and as it is stored. */
export type ExistingCustomer = Known & { readonly stored: StoredCustomer };

/** Whoever started the import, as they are now; undefined when they may no longer write customers here. */
export async function findImporter(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<Importer | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('workspaces', (join) => join.on('workspaces.id', '=', workspaceId))
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.id')
        .onRef('memberships.workspace_id', '=', 'workspaces.id')
        .on('memberships.status', '=', 'active'),
    )
    .select([
      'users.is_superadmin',
      'workspaces.time_zone',
      'workspaces.record_scope',
      'workspaces.staff_access',
      'memberships.role',
    ])
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isAdmin = row.is_superadmin || row.role === 'ADMIN';
  const isStaff = row.role === 'STAFF' && row.staff_access.includes('users');
  if (!isAdmin && !isStaff) return undefined;
  return {
    workspaceId,
    userId,
    timeZone: row.time_zone,
    scope: isAdmin ? 'all' : row.record_scope,
    hasMembership: row.role !== null,
  };
}
