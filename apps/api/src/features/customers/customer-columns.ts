import { fold } from '@handover/domain/text/fold.ts';
import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import type { Insertable, Updateable } from 'kysely';
import type { CreateCustomer } from '@handover/contract/customers/customer-changes.ts';
import type { CustomersTable } from '#db/schema/customers.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import { noDate } from './customer-rows.queries.ts';
import type { CustomerDetailRow } from './customers.queries.ts';

type Fields = Partial<CreateCustomer>;

type CustomerColumns = Omit<
  Insertable<CustomersTable>,
  'workspace_id' | 'id' | 'custom' | 'created_at' | 'updated_at'
>;

/** Columns of a new customer, with sort and match keys. */
export function toCustomerColumns(
  input: CreateCustomer & { joiningDate: string | null; brokerId: string | null },
): CustomerColumns {
  return {
    name: input.name,
    name_sort: fold(input.name),
    joining_date: input.joiningDate ?? noDate,
    account_type: input.accountType ?? ('Individual' as const),
    is_verified: input.isVerified ?? false,
    broker_id: input.brokerId,
    ...toEmailColumns(input.email ?? null),
    ...toPhoneColumns(input.phone ?? null),
    ...toCompanyColumns(input.company ?? null),
    npi: input.npi ?? null,
    ccn: input.ccn ?? null,
    plan_name: input.planName ?? null,
    source: input.source ?? null,
    title: input.title ?? null,
    website: input.website ?? null,
    address_line1: input.addressLine1 ?? null,
    address_line2: input.addressLine2 ?? null,
    city: input.city ?? null,
    region: input.region ?? null,
    postal_code: input.postalCode ?? null,
    country: input.country ?? null,
    taxonomy_code: input.taxonomyCode ?? null,
  };
}

/** Columns that differ from the stored ones. */
export function toChangedColumns(before: CustomerDetailRow, input: Fields): Updateable<CustomersTable> {
  const columns = {
    ...(input.name === undefined ? {} : { name: input.name, name_sort: fold(input.name) }),
    ...(input.email === undefined ? {} : toEmailColumns(input.email)),
    ...(input.phone === undefined ? {} : toPhoneColumns(input.phone)),
    ...(input.company === undefined ? {} : toCompanyColumns(input.company)),
    npi: input.npi,
    ccn: input.ccn,
    account_type: input.accountType,
    plan_name: input.planName,
    joining_date: input.joiningDate === null ? noDate : input.joiningDate,
    is_verified: input.isVerified,
    broker_id: input.brokerId,
    source: input.source,
    title: input.title,
    website: input.website,
    address_line1: input.addressLine1,
    address_line2: input.addressLine2,
    city: input.city,
    region: input.region,
    postal_code: input.postalCode,
    country: input.country,
    taxonomy_code: input.taxonomyCode,
  };
  const stored: Record<string, unknown> = before;
  const isChanged = ([column, value]: [string, unknown]): boolean => {
    // A derived key changes with its column; it is not read with the row.
    if (column === 'email_key') return before.email !== input.email;
    if (column === 'phone_key') return before.phone !== input.phone;
    return value !== undefined && stored[column] !== value;
  };
  return Object.fromEntries(Object.entries(columns).filter(isChanged));
}

/** Searchable texts. */
export function searchParts(
  row: Pick<CustomerDetailRow, 'name' | 'email' | 'contact_points' | 'phone' | 'company' | 'npi' | 'ccn'>,
): (string | null)[] {
  return [
    row.name,
    row.email,
    row.company,
    row.npi,
    row.ccn,
    row.phone,
    row.phone === null ? null : phoneKey(row.phone),
    ...row.contact_points.flatMap(({ kind, value }) =>
      kind === 'phone' ? [value, phoneKey(value)] : [value],
    ),
  ];
}

/** The comparison key of an additional email, phone, or address. */
export function toContactPointKey({ kind, value }: Pick<ContactPoint, 'kind' | 'value'>): string {
  if (kind === 'email') return emailKey(value);
  return (kind === 'phone' ? phoneKey(value) : null) ?? value.toLowerCase();
}

function toEmailColumns(email: string | null) {
  return { email, email_key: email === null ? null : emailKey(email) };
}

function toPhoneColumns(phone: string | null) {
  return { phone, phone_key: phone === null ? null : phoneKey(phone) };
}

function toCompanyColumns(company: string | null) {
  return { company, company_sort: company === null ? '' : fold(company) };
}
