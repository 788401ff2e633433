import { fold } from '@handover/domain/text/fold.ts';
import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { Contact, CreateContact, UpdateContact } from '@handover/contract/customers/contacts.ts';
import type { Insertable } from 'kysely';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { emailKey } from '#lib/text.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { setDeletedAt } from '#platform/records/trash.queries.ts';
import { authorize, can } from './contacts.policy.ts';
import { findContactRow, insertContact, updateContactRow, type ContactRow } from './contacts.queries.ts';
import type { ContactsTable } from '#db/schema/businesses.ts';

/** Throws NOT_FOUND. */
export async function getContact(work: Work, actor: Member, contactId: string): Promise<Contact> {
  return presentContact(actor, await loadContact(work, actor, contactId));
}

/** Adds a contact to a business. Throws INVALID_INPUT for a business the actor may not read. */
export async function createContact(work: Work, actor: Member, input: CreateContact): Promise<Contact> {
  const { workspaceId } = actor;
  const id = newId();
  const { businessId, role = 'other', ...fields } = input;
  await checkBusiness(work, actor, businessId);
  await insertContact(work.db, {
    ...toContactColumns({ ...fields, businessId, role }),
    workspace_id: workspaceId,
    id,
    created_at: work.now,
    updated_at: work.now,
  });
  return reindexAndReload(work, actor, { contactId: id, type: 'contact.created' });
}

/** Throws NOT_FOUND, RULE_BROKEN for a deleted contact, INVALID_INPUT, STALE_VERSION with the current contact. */
export async function updateContact(
  work: Work,
  actor: Member,
  { contactId, input }: { contactId: string; input: UpdateContact },
): Promise<Contact> {
  const row = authorize(actor, 'contact:update', await findContactRow(work.db, actor, contactId));
  const { version, ...fields } = input;
  if (fields.businessId !== undefined) await checkBusiness(work, actor, fields.businessId);
  const columns = Object.entries(toContactColumns({ ...toValues(row), ...fields }));
  const stored = new Map<string, unknown>(Object.entries({ ...row, email_key: toKey(row.email) }));
  const changes = columns.filter(([column, value]) => stored.get(column) !== value);
  const change = { ...Object.fromEntries(changes), updated_at: work.now };
  if (!(await updateContactRow(work.db, { workspaceId: actor.workspaceId, contactId, version, change })))
    throw staleVersion(await getContact(work, actor, contactId));
  const changed = changes.flatMap(([column]) => (/_(sort|key)$/.test(column) ? [] : [column]));
  work.audit({ changed });
  return reindexAndReload(work, actor, {
    contactId,
    type: changed.length > 0 ? 'contact.updated' : null,
    changed,
  });
}

/** Moves a contact to the trash, or restores it. Throws NOT_FOUND if it is there already. */
export async function setDeleted(
  work: Work,
  actor: Member,
  { contactId, isDeleted }: { contactId: string; isDeleted: boolean },
): Promise<Contact> {
  authorize(actor, 'contact:delete', await findContactRow(work.db, actor, contactId));
  const isMoved = await setDeletedAt(work.db, {
    table: 'contacts',
    workspaceId: actor.workspaceId,
    id: contactId,
    deletedAt: isDeleted ? work.now : null,
    now: work.now,
  });
  if (!isMoved) throw notFound('contact');
  return reindexAndReload(work, actor, {
    contactId,
    type: isDeleted ? 'contact.deleted' : 'contact.restored',
  });
}

export function presentContact(actor: Member, row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    company: row.company,
    email: row.email,
    phone: row.phone,
    notes: row.notes,
    business: { id: row.business_id, name: row.business_name },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
    abilities: { canUpdate: can(actor, 'contact:update', row), canDelete: can(actor, 'contact:delete', row) },
  };
}

type Fields = Required<Omit<CreateContact, 'company' | 'email' | 'phone' | 'notes'>> &
  Pick<CreateContact, 'company' | 'email' | 'phone' | 'notes'>;

/** The columns of a contact's own values. */
export function toContactColumns(
  input: Fields,
): Omit<Insertable<ContactsTable>, 'workspace_id' | 'id' | 'created_at' | 'updated_at'> {
  const { businessId, name, role, company = null, email = null, phone = null, notes = null } = input;
  return {
    business_id: businessId,
    name,
    name_sort: fold(name),
    role,
    company,
    email,
    email_key: toKey(email),
    phone,
    notes,
  };
}

export function searchParts(
  row: Pick<ContactRow, 'name' | 'company' | 'email' | 'phone'>,
): (string | null)[] {
  return [row.name, row.company, row.email, row.phone];
}

function toKey(email: string | null): string | null {
  return email === null ? null : emailKey(email);
}

function toValues({ business_id: businessId, name, role, company, email, phone, notes }: ContactRow): Fields {
  return { businessId, name, role, company, email, phone, notes };
}

async function loadContact(work: Work, actor: Member, contactId: string): Promise<ContactRow> {
  const row = await findContactRow(work.db, actor, contactId);
  if (row === null) throw notFound('contact');
  return row;
}

async function checkBusiness({ db }: Work, actor: Member, businessId: string): Promise<void> {
  await getActiveBusiness(db, actor, businessId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw invalidField('businessId', 'You do not have access to this business');
    throw error;
  });
}

/** Writes search and timeline entries, updates open pages, and returns the contact. */
async function reindexAndReload(
  work: Work,
  actor: Member,
  { contactId, type, changed }: { contactId: string; type: ActivityType | null; changed?: readonly string[] },
): Promise<Contact> {
  const { workspaceId } = actor;
  const row = await loadContact(work, actor, contactId);
  await indexForSearch(work.db, {
    workspaceId,
    kind: 'contact',
    recordId: contactId,
    parts: searchParts(row),
  });
  if (type !== null)
    await recordActivity(work, {
      ...byMember(actor, null),
      businessId: row.business_id,
      type,
      subject: { kind: 'contact', id: contactId },
      ...(changed !== undefined && { detail: { changed } }),
    });
  work.publish({ workspaceId, noun: 'contact', id: contactId, version: row.version });
  return presentContact(actor, row);
}
