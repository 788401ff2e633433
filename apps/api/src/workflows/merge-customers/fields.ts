import { contactPointKinds } from '@handover/contract/customers/contact-points.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { type CustomValues, customValues } from '@handover/contract/records/custom-fields.ts';
import { formatAddress } from '@handover/domain/addresses.ts';
import { safeParse } from 'zod/mini';
import { parseCustomFieldKey, toCustomKey } from '@handover/contract/records/custom-filter.ts';
import {
  mergeFields,
  type BuiltInMergeField,
  type MergeField,
  type MovedCounts,
} from '@handover/contract/records/merges.ts';
import type { CustomersTable } from '#db/schema/customers.ts';
import { toContactPointKey } from '#features/customers/customer-columns.ts';
import { listDifferingIds } from '#platform/records/custom-fields/custom-values.ts';

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
export function listColumns(field: MergeField): readonly (keyof CustomersTable)[] {
  const builtIn = mergeFields.find((known) => known === field);
  return builtIn === undefined ? [] : builtInColumns[builtIn];
}

/** An address is one unit: combining halves of two would make a nonexistent place. */
const addressFields: readonly MergeField[] = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
];

/** Values that are kept as contact points if they are not the survivor's own. */
const pointFields: readonly MergeField[] = ['email', 'phone', ...addressFields];

/** A row of `customers` as a merge stores it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The fields in which two customers differ. */
export function listDifferingFields(survivor: Values, other: Values): MergeField[] {
  return [
    ...mergeFields.filter((field) => survivor[field] !== other[field]),
    ...listDifferingIds(survivor.custom, other.custom).map(toCustomKey),
  ];
}

/**
 * The fields that take the other's value unless someone chooses otherwise: fields that are blank on the survivor, an
 * address as a whole, and the account type, if an account with members would otherwise lose it.
 */
export function listDefaultsFromOther(
  survivor: Values,
  other: Values,
  { hasMembers }: { hasMembers: boolean },
): MergeField[] {
  const hasAddress = addressFields.some((field) => !isBlank(getValue(survivor, field)));
  return listDifferingFields(survivor, other).filter((field) => {
    if (field === 'accountType') return hasMembers && survivor.accountType === 'Individual';
    if (addressFields.includes(field)) return !hasAddress && !isBlank(getValue(other, field));
    return isBlank(getValue(survivor, field)) && !isBlank(getValue(other, field));
  });
}

/** How many emails, phones, and addresses the survivor gets that it does not have. */
export function countNewContactPoints(survivor: CustomerDetail, other: CustomerDetail): number {
  const known = listPointKeys(survivor);
  return [...listPointKeys(other)].filter((key) => !known.has(key)).length;
}

function listPointKeys(customer: CustomerDetail): Set<string> {
  const { email, phone, contactPoints } = customer;
  const own = { email, phone, address: formatAddress(customer) };
  const main = contactPointKinds.map((kind) => ({ kind, value: own[kind] ?? '' }));
  return new Set(
    [...main, ...contactPoints]
      .filter(({ value }) => value !== '')
      .map((point) => `${point.kind} ${toContactPointKey(point)}`),
  );
}

/** Values of either customer that the survivor did not keep. Emails, phones, and addresses are contact points. */
export function listUnusedValues({
  before,
  after,
}: {
  before: readonly StoredRow[];
  after: StoredRow;
}): UnusedValue[] {
  const remaining = toValues(after);
  return before.flatMap((row) =>
    [...toValues(row)].flatMap(([field, value]) =>
      remaining.get(field) === value ? [] : [{ field, value }],
    ),
  );
}

export type UnusedValue = { readonly field: MergeField; readonly value: string | number | true };

function toValues(row: StoredRow): Map<MergeField, UnusedValue['value']> {
  const builtIn = mergeFields
    .filter((field) => !pointFields.includes(field))
    .map((field) => [field, row[builtInColumns[field][0]]] as const);
  const own = Object.entries(getCustomValues(row)).map(([id, value]) => [toCustomKey(id), value] as const);
  return new Map(
    [...builtIn, ...own].flatMap(([field, value]) =>
      typeof value === 'string' || typeof value === 'number' || value === true ? [[field, value]] : [],
    ),
  );
}

/** Custom values of a stored row; merges of earlier releases have none. */
export function getCustomValues(row: StoredRow): CustomValues {
  const { success, data } = safeParse(customValues, row['custom']);
  return success ? data : {};
}

function getValue(values: Values, field: MergeField): string | number | boolean | null {
  const builtIn = mergeFields.find((known) => known === field);
  return builtIn === undefined ? (values.custom[parseCustomFieldKey(field) ?? ''] ?? null) : values[builtIn];
}

function isBlank(value: string | number | boolean | null): boolean {
  return value === null || value === '' || value === false;
}

/** The things that a merge moves besides related rows, for counting. */
export function toMovedCounts({
  contactPoints,
  logins,
}: {
  contactPoints: number;
  logins: number;
}): MovedCounts {
  return [
    { one: 'contact detail', many: 'contact details', count: contactPoints },
    { one: 'login', many: 'logins', count: logins },
  ];
}
