import type { CustomValue } from '@handover/contract/custom-fields.ts';
import { customIdOf, toCustomKey, type CustomKey } from '@handover/contract/custom-filter.ts';
import type { CustomerDetail, Tag } from '@handover/contract/customers.ts';
import type { CustomerField } from '#shared/labels/customer-fields.ts';

/** A customer as the form holds it: text for every input, empty where there is nothing. */
export interface CustomerValues {
  name: string;
  email: string;
  /** Separated by commas. */
  extraEmails: string;
  phone: string;
  company: string;
  npi: string;
  accountType: string;
  planName: string;
  joiningDate: string;
  isVerified: boolean;
  brokerId: string;
  tagIds: readonly Tag[];
  source: string;
  title: string;
  website: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxonomyCode: string;
  /** Of the workspace's own fields, as they are stored; a text that is no value of its field until it is mended. */
  custom: Readonly<Record<string, CustomValue | null>>;
}

/** What a new customer starts with. */
export function emptyValues({ brokerId, today }: { brokerId: string; today: string }): CustomerValues {
  return {
    name: '',
    email: '',
    extraEmails: '',
    phone: '',
    company: '',
    npi: '',
    accountType: 'Individual',
    planName: '',
    joiningDate: today,
    isVerified: false,
    brokerId,
    tagIds: [],
    source: '',
    title: '',
    website: '',
    addressLine1: '',
    addressLine2: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    taxonomyCode: '',
    custom: {},
  };
}

/** A customer's fields as the form holds them. */
export function valuesOf(customer: CustomerDetail): CustomerValues {
  return {
    name: customer.name,
    email: customer.email ?? '',
    extraEmails: customer.extraEmails.join(', '),
    phone: customer.phone ?? '',
    company: customer.company ?? '',
    npi: customer.npi ?? '',
    accountType: customer.accountType,
    planName: customer.planName ?? '',
    joiningDate: customer.joiningDate,
    isVerified: customer.isVerified,
    brokerId: customer.brokerId ?? '',
    tagIds: customer.tags,
    source: customer.source ?? '',
    title: customer.title ?? '',
    website: customer.website ?? '',
    addressLine1: customer.addressLine1 ?? '',
    addressLine2: customer.addressLine2 ?? '',
    city: customer.city ?? '',
    region: customer.region ?? '',
    postalCode: customer.postalCode ?? '',
    country: customer.country ?? '',
    taxonomyCode: customer.taxonomyCode ?? '',
    custom: customer.custom,
  };
}

/** A field by its name, or one of the workspace's own by its key. */
export type FieldKey = Exclude<CustomerField, 'custom'> | CustomKey;

/** The customer's fields as the contract takes them, each of the workspace's own by its key: what was left empty is null. */
function fieldsOf(values: CustomerValues): ReadonlyMap<FieldKey, unknown> {
  const { accountType, isVerified, joiningDate, name, tagIds, extraEmails, custom, ...texts } = values;
  const plain = {
    ...texts,
    name,
    accountType,
    isVerified,
    joiningDate: joiningDate === '' ? undefined : joiningDate,
    tagIds: tagIds.map(({ id }) => id),
    extraEmails: extraEmails.split(/[,;\s]+/).filter((address) => address !== ''),
  };
  const isText = (key: string): boolean => Object.hasOwn(texts, key);
  const fields = plainKeys.map((key) => {
    const value = plain[key];
    return [key, isText(key) && typeof value === 'string' && value.trim() === '' ? null : value] as const;
  });
  return new Map<FieldKey, unknown>([
    ...fields,
    ...Object.entries(custom).map(([id, value]) => [toCustomKey(id), value] as const),
  ]);
}

/** Some fields, or all, as a body of the contract, whose schema judges the rest. */
export function bodyOf(values: CustomerValues, keys?: readonly FieldKey[]): Record<string, unknown> {
  const fields = fieldsOf(values);
  const wanted = keys ?? [...fields.keys()];
  const custom = wanted.flatMap((key) => {
    const id = customIdOf(key);
    return id === null ? [] : [[id, fields.get(key) ?? null] as const];
  });
  return {
    ...Object.fromEntries(
      wanted.filter((key) => customIdOf(key) === null).map((key) => [key, fields.get(key)]),
    ),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
  };
}

/** The fields in which two sets of values differ. */
export function differingFields(a: CustomerValues, b: CustomerValues): FieldKey[] {
  const [fieldsA, fieldsB] = [fieldsOf(a), fieldsOf(b)];
  const keys = new Set([...fieldsA.keys(), ...fieldsB.keys()]);
  return [...keys].filter((key) => comparable(fieldsA.get(key)) !== comparable(fieldsB.get(key)));
}

/** The values with some fields taken from others. */
export function withFields(
  values: CustomerValues,
  { from, keys }: { from: CustomerValues; keys: readonly FieldKey[] },
): CustomerValues {
  const ids = keys.flatMap((key) => customIdOf(key) ?? []);
  const { custom, ...plain } = from;
  return {
    ...values,
    ...Object.fromEntries(Object.entries(plain).filter(([name]) => keys.some((key) => key === name))),
    custom: { ...values.custom, ...Object.fromEntries(ids.map((id) => [id, custom[id] ?? null])) },
  };
}

const plainKeys = [
  'name',
  'email',
  'extraEmails',
  'phone',
  'company',
  'npi',
  'accountType',
  'planName',
  'joiningDate',
  'isVerified',
  'brokerId',
  'tagIds',
  'source',
  'title',
  'website',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'taxonomyCode',
] as const satisfies readonly Exclude<keyof CustomerValues, 'custom'>[];

/** The order of tags and addresses has no meaning. */
function comparable(value: unknown): string {
  return JSON.stringify(
    Array.isArray(value) ? value.map(String).sort((a, b) => a.localeCompare(b)) : (value ?? null),
  );
}
