import type { CustomerDetail } from '@handover/contract/customers.ts';
import { customIdOf, toCustomKey } from '@handover/contract/custom-filter.ts';
import { mergeFields, type BuiltInMergeField, type MergeField } from '@handover/contract/merges.ts';
import type { CustomersTable } from '#db/schema/customers.ts';
import { emailKey } from '#lib/text.ts';
import { differingIds } from '#platform/records/custom-fields/custom-values.ts';

type Values = Pick<CustomerDetail, BuiltInMergeField | 'custom'>;

/** The columns of each field, with the keys that follow it. */
const builtInColumns = {
  name: ['name', 'name_sort'],
  accountType: ['account_type'],
  email: ['email', 'email_key'],
  phone: ['phone', 'phone_key'],
  company: ['company', 'company_sort'],
  title: ['title'],
  npi: ['npi'],
  ccn: ['ccn'],
  taxonomyCode: ['taxonomy_code'],
  brokerId: ['broker_id'],
  isVerified: ['is_verified'],
  planName: ['plan_name'],
  joiningDate: ['joining_date'],
  source: ['source'],
  website: ['website'],
  addressLine1: ['address_line1'],
  addressLine2: ['address_line2'],
  city: ['city'],
  region: ['region'],
  postalCode: ['postal_code'],
  country: ['country'],
} as const satisfies Record<BuiltInMergeField, readonly (keyof CustomersTable)[]>;

/** The columns of a field; none for a custom field, which is stored in `custom`. */
export function columnsOf(field: MergeField): readonly (keyof CustomersTable)[] {
  const builtIn = mergeFields.find((known) => known === field);
  return builtIn === undefined ? [] : builtInColumns[builtIn];
}

/** An address is one thing: half of another one would make a place that does not exist. */
const addressFields: readonly MergeField[] = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
];

/** The fields in which two customers differ. */
export function differingFields(survivor: Values, other: Values): MergeField[] {
  return [
    ...mergeFields.filter((field) => survivor[field] !== other[field]),
    ...differingIds(survivor.custom, other.custom).map(toCustomKey),
  ];
}

/**
 * The fields that take the other's value unless somebody chooses otherwise: those the survivor has blank,
 * an address as a whole, and the type where an account with members would lose it.
 */
export function defaultFromOther(
  survivor: Values,
  other: Values,
  { hasMembers }: { hasMembers: boolean },
): MergeField[] {
  const hasAddress = addressFields.some((field) => !isBlank(valueOf(survivor, field)));
  return differingFields(survivor, other).filter((field) => {
    if (field === 'accountType') return hasMembers && survivor.accountType === 'Individual';
    if (addressFields.includes(field)) return !hasAddress && !isBlank(valueOf(other, field));
    return isBlank(valueOf(survivor, field)) && !isBlank(valueOf(other, field));
  });
}

/** How many addresses the survivor gets that it does not have. */
export function countNewAddresses(
  survivor: Pick<CustomerDetail, 'email' | 'extraEmails'>,
  other: Pick<CustomerDetail, 'email' | 'extraEmails'>,
): number {
  const known = addressesOf(survivor);
  return [...addressesOf(other)].filter((address) => !known.has(address)).length;
}

function addressesOf({ email, extraEmails }: Pick<CustomerDetail, 'email' | 'extraEmails'>): Set<string> {
  const all = email === null ? extraEmails : [email, ...extraEmails];
  return new Set(all.map(emailKey));
}

function valueOf(values: Values, field: MergeField): string | number | boolean | null {
  const builtIn = mergeFields.find((known) => known === field);
  return builtIn === undefined ? (values.custom[customIdOf(field) ?? ''] ?? null) : values[builtIn];
}

function isBlank(value: string | number | boolean | null): boolean {
  return value === null || value === '' || value === false;
}
