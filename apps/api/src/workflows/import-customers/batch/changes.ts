import type { CustomValues } from '@handover/contract/custom-fields.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import { customerColumns, searchParts } from '#features/customers/customer-columns.ts';
import type { ImportOverwrite } from '#features/imports/imports.queries.ts';
import type { Candidate } from '#features/imports/rows/read-row.ts';
import { dateIn } from '#lib/clock.ts';
import { emailKey, fold, phoneKey } from '#lib/text.ts';
import { differingIds } from '#platform/records/custom-fields/custom-values.ts';
import { searchText } from '#platform/search.ts';
import type { Importer, StoredCustomer } from '../matching/existing-customers.queries.ts';

export type ImportedColumns = ReturnType<typeof customerColumns> & { readonly custom: CustomValues };

/** The columns of a customer that a row makes. Importers who see only their own customers become the broker. */
export function newColumns(
  { input }: Candidate,
  { importer, now }: { importer: Importer; now: Date },
): ImportedColumns {
  const columns = customerColumns({
    ...input,
    joiningDate: input.joiningDate ?? dateIn(importer.timeZone, now),
    brokerId: importer.scope === 'own' ? importer.userId : null,
  });
  return { ...columns, custom: input.custom };
}

export type Merge = {
  readonly columns: ImportedColumns;
  /** Names of the columns that differ, and `extra_emails` when addresses are added. */
  readonly changed: readonly string[];
  readonly addedEmails: readonly string[];
};

const maxExtraEmails = 10;

/**
 * A stored customer with what a row says written over it, or only into the fields that are still empty.
 * Blank cells change nothing, and neither does another spelling of the same name, address or number.
 * Further addresses of the row are added to those known, and so is a first one that may not be written over.
 */
export function mergedColumns(
  { input, isNameGiven, isTypeGiven }: Candidate,
  stored: StoredCustomer,
  overwrite: ImportOverwrite,
): Merge {
  const pick = <T>(given: T | null | undefined, before: T): T =>
    overwrite === 'empty' && before !== null ? before : (given ?? before);
  const isKnown = (email: string): boolean =>
    emailKey(email) === stored.email_key || stored.extra_email_keys.includes(emailKey(email));
  const isNewName = isNameGiven && fold(input.name) !== stored.name_sort;
  const isNewEmail = input.email != null && !isKnown(input.email);
  const isNewPhone = input.phone != null && phoneKey(input.phone) !== stored.phone_key;
  const email = pick(isNewEmail ? input.email : null, stored.email);
  const columns = customerColumns({
    name: pick(isNewName ? input.name : null, stored.name),
    accountType: pick(isTypeGiven ? input.accountType : null, stored.account_type),
    email,
    phone: pick(isNewPhone ? input.phone : null, stored.phone),
    company: pick(input.company, stored.company),
    npi: pick(input.npi, stored.npi),
    planName: pick(input.planName, stored.plan_name),
    joiningDate: pick(input.joiningDate, stored.joining_date),
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
    brokerId: null,
  });
  const addedEmails = distinct([input.email, ...(input.extraEmails ?? [])])
    .filter((address) => !isKnown(address) && emailKey(address) !== columns.email_key)
    .slice(0, Math.max(0, maxExtraEmails - stored.extra_emails.length));
  const before: Readonly<Record<string, unknown>> = stored;
  const changed = Object.entries(columns).flatMap(([column, value]) =>
    column in before && !/_(sort|key)$/.test(column) && before[column] !== value ? [column] : [],
  );
  const custom =
    overwrite === 'empty' ? { ...input.custom, ...stored.custom } : { ...stored.custom, ...input.custom };
  const ownKeys = differingIds(stored.custom, custom).map(toCustomKey);
  const addedKeys = addedEmails.length === 0 ? [] : ['extra_emails'];
  return { columns: { ...columns, custom }, changed: [...changed, ...ownKeys, ...addedKeys], addedEmails };
}

/** Addresses that differ by more than their spelling. */
function distinct(emails: readonly (string | null | undefined)[]): string[] {
  const given = emails.filter((email) => email != null);
  return [...new Map(given.map((email) => [emailKey(email), email])).values()];
}

/** What is written over by an update, as it was: columns and their stored values. */
export function writtenColumns(stored: StoredCustomer): Record<string, unknown> {
  const {
    id: _id,
    deleted_at: _deletedAt,
    extra_emails: _extraEmails,
    extra_email_keys: _extraEmailKeys,
    ...columns
  } = stored;
  return columns;
}

/** What a customer is found by, as `search_entries` holds it. */
export function searchTextOf(
  { name, email = null, phone = null, company = null, npi = null }: ImportedColumns,
  extraEmails: readonly string[],
): string {
  return searchText(searchParts({ name, email, phone, company, npi, extra_emails: [...extraEmails] }));
}
