import { createCustomerBody, type CreateCustomer } from '@handover/contract/customers.ts';
import type { ImportField, ImportMapping } from '@handover/contract/imports.ts';
import { safeParse } from 'zod/mini';
import {
  cleanCell,
  formatPhone,
  formatPostalCode,
  formatRegion,
  formatWebsite,
  parseAccountType,
  parseDate,
  splitValues,
  withoutDecimals,
} from './cells.ts';
import { composeName, type Values } from './compose-name.ts';

/** What a row says about a customer. */
export type Candidate = {
  readonly kind: 'candidate';
  /** Fields that the row has a value for; valid as the body of a new customer. */
  readonly input: CreateCustomer;
  readonly tagNames: readonly string[];
  /** False for a name or type that the row only implies, which must not overwrite what is known. */
  readonly isNameGiven: boolean;
  readonly isTypeGiven: boolean;
};
export type Rejected = {
  readonly kind: 'rejected';
  readonly reason: string;
  readonly name: string | null;
  readonly values: Values;
};

const maxTags = 50;
const tagLength = 60;

/** Reads one record with a mapping: a customer as the contract takes it, or why the row is left out. */
export function readRow(
  cells: readonly string[],
  { mapping, width }: { mapping: ImportMapping; width: number },
): Candidate | Rejected {
  const values = pickValues(cells, mapping);
  const name = composeName(values);
  const left = (reason: string): Rejected => ({ kind: 'rejected', reason, name: name?.name ?? null, values });
  const surplus = cells.slice(width).some((cell) => cell.trim() !== '');
  if (surplus) return left(`The row has ${String(cells.length)} cells, the header has ${String(width)}.`);
  const fault = findFault(values);
  if (fault !== null) return left(fault);
  if (name === null) return left('The row has no name, company or e-mail address.');
  const tagNames = splitValues(values.tags ?? '');
  if (tagNames.length > maxTags || tagNames.some((tag) => tag.length > tagLength))
    return left(`Tags: at most ${String(maxTags)}, each at most ${String(tagLength)} characters.`);
  const result = safeParse(createCustomerBody, toInput(values, name));
  if (!result.success) return left(describe(result.error.issues[0]));
  return {
    kind: 'candidate',
    input: result.data,
    tagNames,
    isNameGiven: name.isGiven,
    isTypeGiven: values.accountType !== undefined,
  };
}

/** The mapped cells that are not empty. Of several columns for one field the first that says something counts; tags are joined. */
function pickValues(cells: readonly string[], mapping: ImportMapping): Values {
  const values: Partial<Record<ImportField, string>> = {};
  for (const [index, field] of Object.entries(mapping)) {
    const text = cleanCell(cells[Number(index)] ?? '');
    if (text === '') continue;
    const before = values[field];
    if (before === undefined) values[field] = text;
    else if (field === 'tags') values[field] = `${before},${text}`;
  }
  return values;
}

/** What the contract's schema does not see: a record that is no longer active, and values of no known form. */
function findFault(values: Values): string | null {
  const dates = (['deactivatedOn', 'reactivatedOn', 'joiningDate'] as const).filter(
    (field) => values[field] !== undefined,
  );
  const wrong = dates.find((field) => parseDate(values[field] ?? '') === null);
  if (wrong !== undefined)
    return `${fieldLabel(wrong)}: “${values[wrong] ?? ''}” is not a date such as 2026-01-31 or 01/31/2026.`;
  const deactivatedOn = parseDate(values.deactivatedOn ?? '');
  const reactivatedOn = parseDate(values.reactivatedOn ?? '');
  if (deactivatedOn !== null && (reactivatedOn === null || reactivatedOn < deactivatedOn))
    return `Deactivated in the register on ${deactivatedOn}.`;
  if (values.accountType !== undefined && parseAccountType(values.accountType) === null)
    return `Account type: “${values.accountType}” is neither an individual nor an organisation.`;
  return null;
}

function toInput(
  values: Values,
  { name, accountType, company }: { name: string; accountType: string; company: string | undefined },
): Record<string, unknown> {
  const [email, ...extraEmails] = splitValues(
    values.email?.replace(/^mailto:/i, '').replaceAll(' ', ',') ?? '',
  );
  const input = {
    name,
    accountType,
    company,
    email,
    extraEmails: extraEmails.length === 0 ? undefined : extraEmails,
    phone: values.phone && formatPhone(values.phone),
    npi: values.npi && withoutDecimals(values.npi),
    planName: values.planName,
    joiningDate: values.joiningDate && parseDate(values.joiningDate),
    source: values.source,
    title: values.title ?? values.namePrefix,
    website: values.website && formatWebsite(values.website),
    addressLine1: values.addressLine1,
    addressLine2: values.addressLine2,
    city: values.city,
    region: values.region && formatRegion(values.region),
    postalCode: values.postalCode && formatPostalCode(values.postalCode, values.country ?? ''),
    country: values.country,
    taxonomyCode: values.taxonomyCode && withoutDecimals(values.taxonomyCode).toUpperCase(),
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function describe(issue: { path: PropertyKey[]; message: string } | undefined): string {
  return issue === undefined
    ? 'The row cannot be read.'
    : `${fieldLabel(String(issue.path[0] ?? 'row'))}: ${issue.message}.`;
}

/** `addressLine1` as people say it: `Address line 1`. */
function fieldLabel(field: string): string {
  if (field === 'npi') return 'NPI';
  if (field === 'email' || field === 'extraEmails') return 'E-mail';
  const words = field.replace(/([A-Z]|\d+)/g, (part) => ` ${part.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
