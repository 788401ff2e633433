import type { ContactFilter, ContactSortKey } from '@handover/contract/customers/contacts.ts';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ContactsTable } from '#db/schema/businesses.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import type { FilterConditions } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/** Read scope of contacts: staff who may read their business. Clients and buyers see none. */
export function inContactScope(member: Member): RawBuilder<boolean> {
  if (member.scope === 'client') return sql<boolean>`false`;
  return sql<boolean>`(contacts.workspace_id = ${member.workspaceId} AND ${isReadableBusiness(member, sql.ref('contacts.business_id'))})`;
}

const columns = [
  'contacts.id',
  'contacts.name',
  'contacts.name_sort',
  'contacts.role',
  'contacts.company',
  'contacts.email',
  'contacts.phone',
  'contacts.notes',
  'contacts.business_id',
  'contacts.created_at',
  'contacts.updated_at',
  'contacts.deleted_at',
  'contacts.version',
  'businesses.name as business_name',
] as const;

function selectContacts(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('contacts')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'contacts.workspace_id')
        .onRef('businesses.id', '=', 'contacts.business_id'),
    )
    .select(columns)
    .where('contacts.workspace_id', '=', workspaceId);
}

const conditions: FilterConditions<ContactFilter> = {
  role: (role) => sql`contacts.role = ${role}`,
  businessId: (businessId) => sql`contacts.business_id = ${businessId}`,
};

const sorts: Record<ContactSortKey, SortKey<Pick<Selectable<ContactsTable>, 'name_sort' | 'created_at'>>> = {
  name: { column: sql.ref('contacts.name_sort'), read: (row) => row.name_sort },
  createdAt: { column: sql.ref('contacts.created_at'), read: (row) => row.created_at.toISOString() },
};

/** One page of the list or the export. */
export function fetchContacts(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return selectContacts(db, member)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type ListedRow = Awaited<ReturnType<typeof fetchContacts>>[number];
export type ContactRow = Omit<ListedRow, 'sort_values'>;

export const listableContacts: Listable<ListedRow> = {
  type: 'contact',
  table: 'contacts',
  scope: inContactScope,
  from: () => sql`contacts JOIN businesses AS owning ON owning.workspace_id = contacts.workspace_id
    AND owning.id = contacts.business_id`,
  search: { title: sql.ref('contacts.name'), detail: sql`concat_ws(', ', contacts.company, owning.name)` },
  filter: {
    conditions,
    trash: () => sql`contacts.deleted_at IS NOT NULL`,
  },
  list: {
    sorts,
    defaultSort: 'name',
    fetch: fetchContacts,
    count: async (db, { workspaceId }, { where }) => {
      const { count } = await db
        .selectFrom('contacts')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .where(where)
        .executeTakeFirstOrThrow();
      return count;
    },
  },
};

/** A contact in scope, deleted or not; null otherwise. */
export async function findContactRow(db: Db, member: Member, contactId: string): Promise<ContactRow | null> {
  const row = await selectContacts(db, member)
    .where('contacts.id', '=', contactId)
    .where(inContactScope(member))
    .executeTakeFirst();
  return row ?? null;
}

export async function insertContact(db: Db, row: Insertable<ContactsTable>): Promise<void> {
  await db.insertInto('contacts').values(row).execute();
}

type Key = { readonly workspaceId: string; readonly contactId: string };

/** Updates a contact and its version; false if the version is stale. */
export function updateContactRow(
  db: Db,
  {
    workspaceId,
    contactId,
    version,
    change,
  }: Key & { readonly version: number; readonly change: Updateable<ContactsTable> },
): Promise<boolean> {
  return updateVersion(db, 'contacts', { workspaceId, id: contactId, version, change });
}

/** Columns that an import writes. */
export const importedColumns = [
  'business_id',
  'name',
  'name_sort',
  'role',
  'company',
  'email',
  'email_key',
  'phone',
  'notes',
  'updated_at',
] as const;

/** Contacts of these businesses, deleted ones included; locked on request. */
export function listBusinessContacts(
  db: Db,
  member: Member,
  { businessIds, isLocking }: { businessIds: readonly string[]; isLocking: boolean },
) {
  const query = db
    .selectFrom('contacts')
    .select(['contacts.id', 'contacts.version', 'contacts.deleted_at', ...importedColumns])
    .where('workspace_id', '=', member.workspaceId)
    .where(sql<boolean>`contacts.business_id = ANY(${[...businessIds]}::uuid[])`)
    .where(inContactScope(member))
    .orderBy('contacts.id');
  return (isLocking ? query.forUpdate() : query).execute();
}

export type StoredContact = Awaited<ReturnType<typeof listBusinessContacts>>[number];

/** Active readable businesses by these normalized names or listing numbers. */
export async function findBusinessIds(
  db: Db,
  member: Member,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ key: string; id: string }>`
    SELECT found.key, found.id FROM (
      SELECT name_sort AS key, id FROM businesses WHERE workspace_id = ${member.workspaceId} AND name_sort = ANY(${[...texts]})
      UNION SELECT listing_key, id FROM businesses WHERE workspace_id = ${member.workspaceId} AND listing_key = ANY(${[...texts]})
    ) AS found WHERE ${isReadableBusiness(member, sql.ref('found.id'))}`.execute(db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id }) => id)]));
}
