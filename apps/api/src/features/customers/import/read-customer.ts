import { formatLongDate } from '@handover/domain/format-date.ts';
import { fold } from '@handover/domain/text/fold.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import { email, line, timestamp } from '@handover/contract/http/common.ts';
import { contactPoint } from '@handover/contract/customers/contact-points.ts';
import { customerStatuses } from '@handover/contract/customers/customer-list.ts';
import { createCustomerBody } from '@handover/contract/customers/customer-changes.ts';
import { addressKey, formatAddress, parsePlace, type Place } from '@handover/domain/addresses.ts';
import { isCompanyName, parseListedName } from '@handover/domain/names.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import * as z from 'zod/mini';
import { emailKey, phoneKey } from '#lib/text.ts';
import {
  formatArchivedPlan,
  findPlanNamed,
  formatUnknownPlan,
  type ExistingPlan,
} from '#features/billing/billing.public.ts';
import { formatCustomValue } from '#platform/records/custom-fields/custom-values.ts';
import { formatPostalCode, removeDecimals } from '#platform/records/import/cells.ts';
import type { CellProblem, MatchKeys, Outcome, ReadOptions } from '#platform/records/import/import-spec.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo, formatOwnRecordsOnly } from '#platform/session/policy.ts';
import { can } from '../customers.policy.ts';
import { readRow, showValues, type RowForm, type Texts } from '#platform/records/import/read-row.ts';
import { secondAddress } from './address-fields.ts';
import { readEmails, readOtherAddresses, readPhones, readTags, showPoints } from './contact-cells.ts';
import type { StoredCustomer } from './customer-import.queries.ts';
import { inTimeZone } from './customer-cells.ts';
import { customerImportFields } from './customer-fields.ts';

/** A new customer, as far as it can be built from the file alone. */
const importedCustomer = z.extend(z.omit(createCustomerBody, { contactPoints: true }), {
  extraEmails: z.optional(z.array(email).check(z.maxLength(10))),
  otherPhones: z.optional(z.array(contactPoint).check(z.maxLength(10))),
  otherAddresses: z.optional(z.array(contactPoint).check(z.maxLength(10))),
  /** Only for a new customer. */
  status: z.optional(z.enum(customerStatuses)),
  bannedReason: z.optional(line(300)),
  createdAt: z.optional(timestamp),
  /** The time, or whether they unsubscribed. */
  unsubscribedAt: z.optional(z.union([timestamp, z.boolean()])),
});
type ImportedCustomer = z.infer<typeof importedCustomer>;

/** The data of a row about a customer; the fields are valid as the body of a new customer. */
export type CustomerInput = ImportedCustomer & {
  readonly custom: CustomValues;
  readonly tagNames: readonly string[];
  /** False for a name or type that the row only implies, which must not overwrite a stored one. */
  readonly isNameGiven: boolean;
  readonly isTypeGiven: boolean;
};

export type CustomerOutcome = Outcome<CustomerInput, StoredCustomer>;

type References = {
  readonly plans: readonly ExistingPlan[];
  /** User ids by email address or name. */
  readonly brokers: ReadonlyMap<string, readonly string[]>;
  readonly actor: Member;
};
type CustomerContext = Omit<ReadOptions, 'overwrite' | 'isLocking'> & References;

const maxTags = 50;
const tagLength = 60;
const wholeName = ['name', 'organizationName', 'lastName', 'firstName', 'middleName'];

/** Reads one record with a mapping. Returns a customer in the shape of the contract, or every problem in the row. */
export function readCustomer(
  cells: readonly string[],
  { plans, brokers, ...reading }: CustomerContext,
): CustomerOutcome {
  const read = readRow(createRowForm({ plans, brokers, actor: reading.actor }), cells, reading);
  if (read.kind === 'rejected') return read;
  const { data, texts, custom } = read;
  const { timeZone } = reading.actor;
  const tagNames = readTags(texts);
  return {
    kind: 'candidate',
    name: data.name,
    input: {
      ...data,
      custom,
      tagNames,
      isNameGiven: composeName(texts, data.accountType)?.isGiven ?? false,
      isTypeGiven: texts['accountType'] !== undefined,
    },
    keys: toCustomerKeys(data),
    group: data.accountType === 'Corporate' ? 'organization' : 'individual',
    show: () => {
      const own = reading.customFields.map(
        (field) => [toCustomKey(field.id), formatCustomValue(field, custom[field.id]) ?? ''] as const,
      );
      const { custom: _custom, brokerId: _brokerId, ...plain } = data;
      const { otherPhones, otherAddresses, createdAt, unsubscribedAt } = data;
      return showValues([
        ...Object.entries({
          ...plain,
          createdAt: createdAt === undefined ? null : toCalendarDate(new Date(createdAt), timeZone),
          unsubscribedAt: showOptOut(unsubscribedAt, timeZone),
          otherPhones: showPoints(otherPhones),
          otherAddresses: showPoints(otherAddresses),
          tags: tagNames,
          broker: texts['broker'] ?? null,
        }),
        ...own,
      ]);
    },
    findProblem: (stored) => findPlanProblem(data, stored, plans),
  };
}

/**
 * A customer is recognized by NPI, CCN, or email address; otherwise by name, phone number, and address, any one of
 * which may be missing on one side: branches of a chain share the number of their head office, and colleagues share a
 * switchboard. Customers with only a name are matched by it.
 */
export const customerIdentities = [
  { label: 'NPI', fields: ['npi'] },
  { label: 'CCN', fields: ['ccn'] },
  { label: 'email address', fields: ['email'] },
  { label: 'name, phone number, and address', fields: ['addressLine1', 'place', 'phone'] },
  { label: 'name and phone number', fields: ['phone'] },
  { label: 'name and address', fields: ['addressLine1', 'place', 'city'] },
  { label: 'name', fields: [] },
] as const;

type IdentifyingFields = Pick<
  ImportedCustomer,
  | 'npi'
  | 'ccn'
  | 'email'
  | 'extraEmails'
  | 'phone'
  | 'name'
  | 'addressLine1'
  | 'addressLine2'
  | 'city'
  | 'region'
  | 'postalCode'
>;

/** The keys of a customer, in the order of the identities. */
export function toCustomerKeys(customer: IdentifyingFields): MatchKeys {
  const { npi, ccn, email, extraEmails = [], phone, name } = customer;
  const emails = [email, ...extraEmails].flatMap((address) => (address == null ? [] : [emailKey(address)]));
  const number = (phone == null ? null : phoneKey(phone)) ?? '';
  const address = addressKey(customer) ?? '';
  const sure = [
    npi == null ? [] : [`npi ${npi}`],
    ccn == null ? [] : [`ccn ${ccn}`],
    [...new Set(emails)].map((key) => `email ${key}`),
  ];
  const hasNameOnly = number === '' && address === '' && sure.flat().length === 0;
  const key = (phonePart: string, addressPart: string): string =>
    `name ${[fold(name), phonePart, addressPart].join('\n')}`;
  return {
    identifiers: { ...(npi != null && { npi }), ...(ccn != null && { ccn }) },
    groups: [
      ...sure,
      number === '' || address === '' ? [] : [key(number, address)],
      number === '' ? [] : [key(number, address === '' ? '*' : '')],
      address === '' ? [] : [key(number === '' ? '*' : '', address)],
      hasNameOnly ? [key('', '')] : [],
    ],
    foundBy: [
      ...sure.flat(),
      ...(hasNameOnly || number !== '' || address !== '' ? [key(number, address)] : []),
      ...(number === '' ? [] : [key(number, '*')]),
      ...(address === '' ? [] : [key('*', address)]),
    ],
  };
}

function showOptOut(value: ImportedCustomer['unsubscribedAt'], timeZone: string): string | null {
  if (typeof value === 'string') return toCalendarDate(new Date(value), timeZone);
  return value === undefined ? null : value ? 'Yes' : 'No';
}

function createRowForm({ plans, brokers, actor }: References): RowForm<ImportedCustomer> {
  return {
    fields: customerImportFields,
    schema: importedCustomer,
    naming: {
      parts: [...wholeName, 'nameSuffix', 'company', 'email'],
      shown: ['name', 'firstName', 'middleName', 'lastName', 'nameSuffix', 'organizationName'],
      missing: 'The row has no name, company, or email address.',
    },
    sources: {
      city: ['city', 'place'],
      otherAddresses: ['otherAddresses', `${secondAddress}addressLine1`, `${secondAddress}place`],
      name: [...wholeName, 'company', 'email'],
      extraEmails: ['otherEmails', 'email'],
      company: ['company', 'organizationName'],
      title: ['title', 'namePrefix'],
      brokerId: ['broker'],
    },
    interpret: (texts, values) => {
      const composed = composeName(texts, values.get('accountType'));
      const planText = texts['planName'];
      const plan = planText === undefined ? undefined : findPlanNamed(plans, planText);
      const problems: CellProblem[] = [];
      if (!areValidTags(readTags(texts)))
        problems.push({
          field: 'tags',
          message: `Tags: at most ${String(maxTags)}, each at most ${String(tagLength)} characters.`,
        });
      if (planText !== undefined && plan === undefined)
        problems.push({ field: 'planName', message: `Plan: ${formatUnknownPlan(planText, plans)}.` });
      const [brokerId, ...otherBrokers] = brokers.get(texts['broker'] ?? '') ?? [];
      const brokerProblem = findBrokerProblem(texts['broker'], {
        actor,
        brokerIds: brokerId === undefined ? [] : [brokerId, ...otherBrokers],
      });
      if (brokerProblem !== null) problems.push({ field: 'broker', message: `Broker: ${brokerProblem}` });
      if (values.get('status') === 'banned' && !can(actor, 'customer:ban', { deleted_at: null }))
        problems.push({ field: 'status', message: 'Status: only administrators can add banned customers.' });
      const resolved = { planName: plan?.name, brokerId, timeZone: actor.timeZone };
      return {
        name: composed?.name ?? null,
        input: composed === null ? {} : toInput(texts, values, { ...composed, ...resolved }),
        problems,
        ...getRegisterStatus(values),
      };
    },
  };
}

type ResolvedName = ComposedName & {
  readonly planName: string | undefined;
  readonly brokerId: string | undefined;
  readonly timeZone: string;
};

function toInput(
  texts: Texts,
  values: ReadonlyMap<string, unknown>,
  { title, timeZone, isGiven: _isGiven, ...resolved }: ResolvedName,
): Record<string, unknown> {
  const [email, ...extraEmails] = readEmails(texts);
  const { source, taxonomyCode } = texts;
  const addresses = uniqueAddresses([
    readAddress(texts, values, ''),
    readAddress(texts, values, secondAddress),
  ]);
  const [address, second = null] = addresses;
  return {
    ...resolved,
    email,
    extraEmails: extraEmails.length === 0 ? undefined : extraEmails,
    ...readPhones(texts),
    otherAddresses: readOtherAddresses(texts, second === null ? null : formatAddress(second)),
    npi: values.get('npi'),
    ccn: values.get('ccn'),
    status: values.get('status'),
    bannedReason: texts['bannedReason'],
    isVerified: values.get('isVerified'),
    unsubscribedAt: inTimeZone(values.get('unsubscribedAt'), timeZone),
    createdAt: inTimeZone(values.get('createdAt'), timeZone),
    joiningDate: values.get('joiningDate'),
    source,
    title: texts['title'] ?? title ?? texts['namePrefix'],
    website: values.get('website'),
    ...address,
    taxonomyCode: taxonomyCode && removeDecimals(taxonomyCode).toUpperCase(),
  };
}

type Address = Place & { readonly country: string | undefined };

/** The addresses that say more than a state or country, each once; the main one if none does. */
function uniqueAddresses([main, second]: readonly [Address, Address]): readonly [Address, Address?] {
  const [mainKey, secondKey] = [addressKey(main), addressKey(second)];
  if (secondKey === null || secondKey === mainKey) return [main];
  return mainKey === null ? [second] : [main, second];
}

/** The parts of the main address, or of the second one, of a row. */
function readAddress(
  texts: Texts,
  values: ReadonlyMap<string, unknown>,
  prefix: '' | typeof secondAddress,
): Address {
  const textOf = (key: string): string | undefined => texts[`${prefix}${key}`];
  const placeText = textOf('place');
  const place = placeText === undefined ? null : (parsePlace(placeText) ?? { city: placeText });
  const postalCode = textOf('postalCode') ?? place?.postalCode;
  const region = values.get(`${prefix}region`);
  const country = textOf('country');
  return {
    addressLine1: textOf('addressLine1') ?? place?.addressLine1,
    addressLine2: textOf('addressLine2') ?? place?.addressLine2,
    city: textOf('city') ?? place?.city,
    region: typeof region === 'string' ? region : place?.region,
    postalCode: postalCode && formatPostalCode(postalCode, country ?? ''),
    country,
  };
}

/** Why no one, or not this person, can be the broker; null without a name or with a valid one. */
function findBrokerProblem(
  text: string | undefined,
  { actor, brokerIds }: { actor: Member; brokerIds: readonly string[] },
): string | null {
  if (text === undefined) return null;
  if (brokerIds.length === 0) return `no team member has the email address or name “${text}”.`;
  if (brokerIds.length > 1)
    return `${String(brokerIds.length)} team members match “${text}”. Use the email address.`;
  return canAssignTo(actor, brokerIds[0] ?? null) ? null : formatOwnRecordsOnly('customers');
}

type ComposedName = {
  readonly name: string;
  readonly accountType: 'Individual' | 'Corporate';
  readonly company: string | undefined;
  /** A credential that followed the name. */
  readonly title: string | undefined;
  /** False when the email address is used as the name. */
  readonly isGiven: boolean;
};

/**
 * The name of a row: an organization's name, a person's whole name or its parts, else the company or the email address.
 * If no type is stated, a name with a company word is an organization's, and "LAST, FIRST" is a person's. Null when the
 * row has none of them.
 */
function composeName(texts: Texts, stated: unknown): ComposedName | null {
  const { lastName = '', ...others } = texts;
  // Registers have people and organizations in one column: "Organization/Last Name".
  if (stated !== 'Individual' && isLone(texts, 'lastName') && / /.test(lastName) && isCompanyName(lastName))
    return composeName({ ...others, organizationName: lastName }, stated);
  const parts = [texts['firstName'], texts['middleName'], texts['lastName'], texts['nameSuffix']];
  const joined = parts.filter((part) => part !== undefined).join(' ');
  const organization = texts['organizationName'] ?? texts['company'];
  const whole = texts['name'] ?? (joined === '' ? texts['organizationName'] : undefined);
  const listed = stated === 'Corporate' || whole === undefined ? null : parseListedName(whole);
  const person = listed?.name ?? texts['name'] ?? (joined === '' ? undefined : joined);
  const isNamedCompany = listed === null && texts['name'] !== undefined && isCompanyName(texts['name']);
  const isImplied = (person === undefined && organization !== undefined) || isNamedCompany;
  const isCorporate = stated === 'Corporate' || (stated !== 'Individual' && isImplied);
  const name = isCorporate
    ? isNamedCompany && stated === undefined
      ? texts['name']
      : (texts['organizationName'] ?? texts['name'] ?? texts['company'] ?? person)
    : (person ?? organization);
  const shown = name ?? texts['email'];
  if (shown === undefined) return null;
  const isOther = isNamedCompany || (!isCorporate && listed === null) || texts['name'] !== undefined;
  const company = texts['company'] ?? (isOther ? texts['organizationName'] : undefined);
  return {
    name: shown,
    accountType: isCorporate ? 'Corporate' : 'Individual',
    company: company === shown ? undefined : company,
    title: listed?.title,
    isGiven: name !== undefined,
  };
}

/** Whether the row has no other part of a name. */
function isLone(texts: Texts, part: string): boolean {
  return wholeName.every((key) => key === part || texts[key] === undefined);
}

/** A record that the provider register no longer counts as active. */
function getRegisterStatus(values: ReadonlyMap<string, unknown>) {
  const deactivatedOn = values.get('deactivatedOn');
  const reactivatedOn = values.get('reactivatedOn');
  if (typeof deactivatedOn !== 'string') return {};
  if (typeof reactivatedOn === 'string' && reactivatedOn >= deactivatedOn) return {};
  const message = `Deactivated in the register on ${formatLongDate(deactivatedOn)}.`;
  return { verdict: { field: 'deactivatedOn', kind: 'deactivated' as const, message } };
}

function areValidTags(names: readonly string[]): boolean {
  return names.length <= maxTags && names.every((name) => name.length <= tagLength);
}

/** Customers who have an archived plan keep it; others cannot get it. */
function findPlanProblem(
  { planName }: ImportedCustomer,
  stored: StoredCustomer | null,
  plans: readonly ExistingPlan[],
): CellProblem | null {
  const plan = plans.find(({ name }) => name === planName);
  if (plan?.isArchived !== true) return null;
  const hasIt = [plan.name, ...plan.formerNames].some((name) => name === stored?.plan_name);
  return hasIt ? null : { field: 'planName', message: `Plan: ${formatArchivedPlan(plan.name)}.` };
}
