import type { CustomerDetail, Tag } from '@handover/contract/customers.ts';
import type { CustomerField } from '../../../shared/labels/customer-fields.ts';

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
  };
}

/** The customer as the contract takes it: what was left empty is null. The contract's schema judges the rest. */
export function bodyOf(values: CustomerValues): Record<CustomerField, unknown> {
  const { accountType, isVerified, joiningDate, name, tagIds, extraEmails, ...texts } = values;
  const nullable = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, text.trim() === '' ? null : text]),
  );
  const fields = { ...texts, ...nullable };
  return {
    ...fields,
    name,
    accountType,
    isVerified,
    joiningDate: joiningDate === '' ? undefined : joiningDate,
    tagIds: tagIds.map(({ id }) => id),
    extraEmails: extraEmails.split(/[,;\s]+/).filter((address) => address !== ''),
  };
}

/** The fields in which two sets of values differ. */
export function differingFields(a: CustomerValues, b: CustomerValues): CustomerField[] {
  const [bodyA, bodyB] = [bodyOf(a), bodyOf(b)];
  return fieldNames(bodyA).filter((field) => comparable(bodyA[field]) !== comparable(bodyB[field]));
}

export function fieldNames(values: Record<CustomerField, unknown>): CustomerField[] {
  return Object.keys(values).filter((name): name is CustomerField => Object.hasOwn(values, name));
}

/** The order of tags and addresses has no meaning. */
function comparable(value: unknown): string {
  return JSON.stringify(
    Array.isArray(value) ? value.map(String).sort((a, b) => a.localeCompare(b)) : (value ?? null),
  );
}
