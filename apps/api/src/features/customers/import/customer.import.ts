import { fold } from '@handover/domain/text/fold.ts';
import { maxContactPoints, type ContactPoint } from '@handover/contract/customers/contact-points.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { ImportRun } from '@handover/contract/records/imports.ts';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import { listDifferingIds } from '#platform/records/custom-fields/custom-values.ts';
import { writeSearchEntries } from '#platform/records/import/changes.queries.ts';
import { recordImported } from '#platform/records/import/changes.queries.ts';
import type { Change, ImportKey, ImportSpec, WriteBatch } from '#platform/records/import/import-spec.ts';
import { createSearchText } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import { findBrokers } from '#platform/session/brokers.queries.ts';
import { pickTexts } from '#platform/records/import/read-row.ts';
import type { Work } from '#platform/work.ts';
import { toContactPointKey, toCustomerColumns, searchParts } from '../customer-columns.ts';
import { findJoiningDate } from '../customer-rows.queries.ts';
import { customerQuota } from '../customers.public.ts';
import { customerPolicy } from '../customers.policy.ts';
import { customerImportFields } from './customer-fields.ts';
import {
  addContactPoints,
  addTags,
  analyzeCustomers,
  insertCustomers,
  listCustomerNames,
  listMatchingCustomers,
  recordTags,
  getTagIdsByKey,
  updateCustomers,
  type ImportedColumns,
  type StoredCustomer,
} from './customer-import.queries.ts';
import { deleteImported, deleteUnusedTags, lockImported, restoreImported } from './customer-undo.queries.ts';
import { customerIdentities, toCustomerKeys, readCustomer, type CustomerInput } from './read-customer.ts';
import { listExistingPlans } from '#features/billing/billing.public.ts';

/** The import of customers. */
export const customerImport: ImportSpec<CustomerInput, StoredCustomer> = {
  fields: customerImportFields,
  naming: {
    fields: ['name', 'firstName', 'lastName', 'organizationName', 'company', 'email'],
    hint: 'Choose the column that contains the name, the company, or the email address.',
  },
  identities: customerIdentities,
  quota: customerQuota,
  readRows: async (db, rows, { overwrite: _overwrite, isLocking, ...reading }) => {
    const { actor, mapping } = reading;
    const plans = await listExistingPlans(db, { isLocking });
    const texts = rows.flatMap((cells) => pickTexts(customerImportFields, cells, mapping)['broker'] ?? []);
    const brokers = await findBrokers(db, actor, [...new Set(texts)]);
    return rows.map((cells) => readCustomer(cells, { ...reading, plans, brokers }));
  },
  listExisting: async (db, actor, asked) =>
    (await listMatchingCustomers(db, actor, asked)).map((stored) => ({
      id: stored.id,
      name: stored.name,
      keys: toCustomerKeys({
        ...stored,
        extraEmails: stored.extra_emails,
        addressLine1: stored.address_line1,
        addressLine2: stored.address_line2,
        postalCode: stored.postal_code,
      }),
      isInTrash: stored.deleted_at !== null,
      isHidden: stored.deleted_at !== null && !customerPolicy.seesTrash(actor),
      stored,
    })),
  write: writeCustomers,
  analyze: analyzeCustomers,
  listNames: listCustomerNames,
  undo: { lock: lockImported, remove: deleteImported, restore: restoreImported, end: deleteUnusedTags },
};

const maxExtraEmails = 10;
const toEmailPoint = (value: string): ContactPoint => ({ kind: 'email', label: '', value });
const toPointKey = (point: ContactPoint): string => `${point.kind} ${toContactPointKey(point)}`;

type Batch = WriteBatch<CustomerInput, StoredCustomer>;

async function writeCustomers(work: Work, batch: Batch): Promise<void> {
  const { db, now } = work;
  const { actor, key, overwrite } = batch;
  const { workspaceId } = key;
  const created = batch.created.map((row) => ({ ...row, columns: toNewColumns(row.input, { actor, now }) }));
  const updated = batch.updated.map((row) => ({
    ...row,
    ...mergeColumns(row.input, row.stored, { overwrite, now }),
  }));
  const stamps = { workspace_id: workspaceId, updated_at: now };
  await insertCustomers(
    db,
    created.map(({ columns, recordId }) => ({ ...columns, ...stamps, id: recordId })),
  );
  const added = await assignTags(db, key, [...created, ...updated]);
  await batch.note([
    ...created.map(({ row, recordId }): Change => ({
      row,
      recordId,
      kind: 'created',
      versionAfter: 1,
      before: null,
      extra: { pointKeys: [], tagIds: added.get(recordId) ?? [] },
    })),
    ...updated.flatMap((update) => toChanges(update, added.get(update.recordId) ?? [])),
  ]);
  await writeMerged(work, { batch, created, updated });
}

type Written = {
  readonly batch: Batch;
  readonly created: readonly (Batch['created'][number] & { readonly columns: ImportedColumns })[];
  readonly updated: readonly (Batch['updated'][number] & Merge)[];
};

/** Updates existing customers, and writes addresses, search entries, and timeline entries of all. */
async function writeMerged(work: Work, { batch, created, updated }: Written): Promise<void> {
  const { db, now } = work;
  const { workspaceId } = batch.key;
  const changed = updated.filter((update) => update.changed.length > 0);
  await updateCustomers(db, {
    workspaceId,
    rows: changed.map(({ columns, recordId }) => ({ ...columns, id: recordId })),
    now,
  });
  const written = [
    ...created.map((row) => ({
      ...row,
      changed: undefined,
      before: [],
      points: toContactPoints(row.input, row.input.extraEmails ?? []),
    })),
    ...changed.map((row) => ({ ...row, before: row.stored.contact_points, points: row.addedPoints })),
  ];
  await addContactPoints(
    db,
    { workspaceId },
    written.map(({ recordId, points }) => ({ customerId: recordId, points })),
  );
  const entries = written.map(({ recordId, columns, before, points }) => ({
    record_id: recordId,
    text: toSearchText(columns, [...before, ...points]),
  }));
  await writeSearchEntries(db, { workspaceId, recordType: 'customer' }, entries);
  await recordImported(work, batch, { type: 'customer.imported', column: 'customer_id', written });
}

/** The data for undoing an update; unchanged rows need none. */
function toChanges(
  { row, recordId, stored, changed, addedPoints }: Merge & Batch['updated'][number],
  tagIds: readonly string[],
): Change[] {
  if (changed.length === 0 && tagIds.length === 0) return [];
  const {
    id: _id,
    deleted_at: _deletedAt,
    extra_emails: _extraEmails,
    extra_email_keys: _extraEmailKeys,
    contact_points: _contactPoints,
    stats,
    ...columns
  } = stored;
  const isChanged = changed.length > 0;
  return [
    {
      row,
      recordId,
      kind: 'updated',
      versionAfter: isChanged ? stored.version + 1 : null,
      before: isChanged ? columns : null,
      extra: { pointKeys: addedPoints.map(toPointKey), tagIds, ...(stats !== null && { stats }) },
    },
  ];
}

/** The columns of a new customer. A member limited to their own customers is assigned as broker. */
function toNewColumns(
  input: CustomerInput,
  { actor, now }: { actor: Member; now: Date },
): ImportedColumns & { readonly created_at: Date } {
  const columns = toCustomerColumns({
    ...input,
    joiningDate: input.joiningDate ?? null,
    brokerId: input.brokerId ?? (actor.scope === 'own' ? actor.userId : null),
  });
  return {
    ...columns,
    status: input.status ?? 'active',
    banned_reason: input.status === 'banned' ? (input.bannedReason ?? 'Banned when imported') : null,
    unsubscribed_at: findUnsubscribeTime(input, now),
    created_at: new Date(Math.min(Date.parse(input.createdAt ?? now.toISOString()), now.getTime())),
    custom: input.custom,
  };
}

/** When the customer unsubscribed according to the row; null for no opt-out. */
function findUnsubscribeTime({ unsubscribedAt: given = false }: CustomerInput, now: Date): Date | null {
  if (given === true) return now;
  return given === false ? null : new Date(given);
}

type Merge = {
  readonly columns: ImportedColumns;
  /** Names of the columns that differ, and `contact_points` when some are added. */
  readonly changed: readonly string[];
  readonly addedPoints: readonly ContactPoint[];
};

/**
 * A stored customer updated with the values of a row: all fields, or only the empty ones. Blank cells change nothing,
 * and neither does another spelling of the same name, address, or number. Further addresses of the row are added, and
 * so is a first one that may not overwrite the stored one. Nothing clears an opt-out.
 */
function mergeColumns(
  input: CustomerInput,
  stored: StoredCustomer,
  { overwrite, now }: { overwrite: ImportRun['overwrite']; now: Date },
): Merge {
  const pick = <T>(given: T | null | undefined, before: T): T =>
    overwrite === 'empty' && before !== null ? before : (given ?? before);
  const isStored = (email: string): boolean =>
    emailKey(email) === stored.email_key || stored.extra_email_keys.includes(emailKey(email));
  const isNewName = input.isNameGiven && fold(input.name) !== stored.name_sort;
  const isNewEmail = input.email != null && !isStored(input.email);
  const isNewPhone = input.phone != null && phoneKey(input.phone) !== stored.phone_key;
  const columns = toCustomerColumns({
    name: pick(isNewName ? input.name : null, stored.name),
    accountType: pick(input.isTypeGiven ? input.accountType : null, stored.account_type),
    email: pick(isNewEmail ? input.email : null, stored.email),
    phone: pick(isNewPhone ? input.phone : null, stored.phone),
    company: pick(input.company, stored.company),
    npi: pick(input.npi, stored.npi),
    ccn: pick(input.ccn, stored.ccn),
    planName: pick(input.planName, stored.plan_name),
    joiningDate: pick(input.joiningDate, findJoiningDate(stored)),
    source: pick(input.source, stored.source),
    title: pick(input.title, stored.title),
    website: pick(input.website, stored.website),
    addressLine1: pick(input.addressLine1, stored.address_line1),
    addressLine2: pick(input.addressLine2, stored.address_line2),
    city: pick(input.city, stored.city),
    region: pick(input.region, stored.region),
    postalCode: pick(input.postalCode, stored.postal_code),
    country: pick(input.country, stored.country),
    taxonomyCode: pick(input.taxonomyCode, stored.taxonomy_code),
    brokerId: pick(input.brokerId, stored.broker_id),
    isVerified: pick(input.isVerified, stored.is_verified),
  });
  const optOut = { unsubscribed_at: stored.unsubscribed_at ?? findUnsubscribeTime(input, now) };
  const addedEmails = listDistinctEmails([input.email, ...(input.extraEmails ?? [])])
    .filter((address) => !isStored(address) && emailKey(address) !== columns.email_key)
    .slice(0, Math.max(0, maxExtraEmails - stored.extra_emails.length));
  const known = { stored, phoneKey: columns.phone_key };
  const addedPoints = listNewPoints(toContactPoints(input, addedEmails), known);
  const changed = listChangedColumns(stored, { ...columns, ...optOut });
  const custom = mergeCustom(input, stored, overwrite);
  const customKeys = listDifferingIds(stored.custom, custom).map(toCustomKey);
  return {
    columns: { ...columns, ...optOut, custom },
    changed: [...changed, ...customKeys, ...(addedPoints.length === 0 ? [] : ['contact_points'])],
    addedPoints,
  };
}

function mergeCustom(
  { custom }: CustomerInput,
  stored: StoredCustomer,
  overwrite: ImportRun['overwrite'],
): StoredCustomer['custom'] {
  return overwrite === 'empty' ? { ...custom, ...stored.custom } : { ...stored.custom, ...custom };
}

function toContactPoints(
  { otherPhones = [], otherAddresses = [] }: CustomerInput,
  emails: readonly string[],
) {
  return [...emails.map(toEmailPoint), ...otherPhones, ...otherAddresses];
}

/** Contact points that the customer does not have yet, neither as a contact point nor as the phone, up to the limit. */
function listNewPoints(
  points: readonly ContactPoint[],
  { stored, phoneKey: main }: { stored: StoredCustomer; phoneKey: string | null | undefined },
): ContactPoint[] {
  const existing = new Set(stored.contact_points.map(toPointKey));
  const distinct = [...new Map(points.map((point) => [toPointKey(point), point])).values()];
  return distinct
    .filter((point) => !existing.has(toPointKey(point)) && toPointKey(point) !== `phone ${main ?? ''}`)
    .slice(0, Math.max(0, maxContactPoints - stored.contact_points.length));
}

/** Names of the columns that differ, except derived columns. */
function listChangedColumns(
  before: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    column in before && !/_(sort|key)$/.test(column) && before[column] !== value ? [column] : [],
  );
}

/** Addresses that differ by more than their spelling. */
function listDistinctEmails(emails: readonly (string | null | undefined)[]): string[] {
  const given = emails.filter((email) => email != null);
  return [...new Map(given.map((email) => [emailKey(email), email])).values()];
}

/** The search keys of a customer, as stored in `search_entries`. */
function toSearchText(
  { name, email = null, phone = null, company = null, npi = null, ccn = null }: ImportedColumns,
  contactPoints: ContactPoint[],
): string {
  return createSearchText(
    searchParts({ name, email, phone, company, npi, ccn, contact_points: contactPoints }),
  );
}

/** Gives customers the tags of their rows, and creates missing tags. Returns the new tags of each customer. */
async function assignTags(
  db: Db,
  key: ImportKey,
  rows: readonly { readonly recordId: string; readonly input: CustomerInput }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { workspaceId } = key;
  const named = rows
    .flatMap(({ input, recordId }) =>
      input.tagNames.map((name) => ({ customerId: recordId, name, nameKey: fold(name) })),
    )
    .filter(({ nameKey }) => nameKey !== '');
  const tags = new Map(named.map(({ name, nameKey }) => [nameKey, { id: newId(), name, name_key: nameKey }]));
  // In a fixed order everywhere, so that two imports do not wait for each other's tags.
  const inOrder = [...tags.values()].toSorted((one, other) => (one.name_key < other.name_key ? -1 : 1));
  const ids = await getTagIdsByKey(db, { workspaceId, tags: inOrder });
  const made = inOrder.flatMap(({ id, name_key }) => (ids.get(name_key) === id ? [id] : []));
  await recordTags(db, key, made);
  const links = named.flatMap(({ customerId, nameKey }) => {
    const tagId = ids.get(nameKey);
    return tagId === undefined ? [] : [{ customer_id: customerId, tag_id: tagId }];
  });
  const added = new Map<string, string[]>();
  for (const { customer_id, tag_id } of await addTags(db, { workspaceId, links }))
    added.set(customer_id, [...(added.get(customer_id) ?? []), tag_id]);
  return added;
}
