import { customerColumns, searchParts } from '../../../features/customers/customer-columns.ts';
import type { Candidate } from '../../../features/imports/rows/read-row.ts';
import { dateIn } from '../../../lib/clock.ts';
import { emailKey, fold, phoneKey } from '../../../lib/text.ts';
import { searchText } from '../../../platform/search.ts';
import type { Importer, StoredCustomer } from '../matching/known-customers.queries.ts';

export type CustomerColumns = ReturnType<typeof customerColumns>;

/** The columns of a customer that a row makes. Importers who see only their own customers become the broker. */
export function newColumns(
  { input }: Candidate,
  { importer, now }: { importer: Importer; now: Date },
): CustomerColumns {
  return customerColumns({
    ...input,
    joiningDate: input.joiningDate ?? dateIn(importer.timeZone, now),
    brokerId: importer.scope === 'own' ? importer.userId : null,
  });
}

/**
 * A stored customer with what a row says written over it, and the names of the columns that differ. Blank
 * cells change nothing, and neither does another spelling of the same name, address or number.
 */
export function mergedColumns(
  { input, isNameGiven, isTypeGiven }: Candidate,
  stored: StoredCustomer,
): { columns: CustomerColumns; changed: string[] } {
  const isNewName = isNameGiven && fold(input.name) !== stored.name_sort;
  const isNewEmail =
    input.email != null &&
    emailKey(input.email) !== stored.email_key &&
    !stored.extra_email_keys.includes(emailKey(input.email));
  const isNewPhone = input.phone != null && phoneKey(input.phone) !== stored.phone_key;
  const columns = customerColumns({
    name: isNewName ? input.name : stored.name,
    accountType: isTypeGiven && input.accountType !== undefined ? input.accountType : stored.account_type,
    email: isNewEmail ? input.email : stored.email,
    phone: isNewPhone ? input.phone : stored.phone,
    company: input.company ?? stored.company,
    npi: input.npi ?? stored.npi,
    planName: input.planName ?? stored.plan_name,
    joiningDate: input.joiningDate ?? stored.joining_date,
    source: input.source ?? stored.source,
    title: input.title ?? stored.title,
    website: input.website ?? stored.website,
    addressLine1: input.addressLine1 ?? stored.address_line1,
    addressLine2: input.addressLine2 ?? stored.address_line2,
    city: input.city ?? stored.city,
    region: input.region ?? stored.region,
    postalCode: input.postalCode ?? stored.postal_code,
    country: input.country ?? stored.country,
    taxonomyCode: input.taxonomyCode ?? stored.taxonomy_code,
    brokerId: null,
  });
  const before: Readonly<Record<string, unknown>> = stored;
  const changed = Object.entries(columns).flatMap(([column, value]) =>
    column in before && !/_(sort|key)$/.test(column) && before[column] !== value ? [column] : [],
  );
  return { columns, changed };
}

/** What a customer is found by, as `search_entries` holds it. */
export function searchTextOf(
  { name, email = null, phone = null, company = null, npi = null }: CustomerColumns,
  extraEmails: readonly string[],
): string {
  return searchText(searchParts({ name, email, phone, company, npi, extra_emails: [...extraEmails] }));
}
