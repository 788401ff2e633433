import { createCustomerBody, type CreateCustomer } from '@handover/contract/customers.ts';
import type { CustomField, CustomValues } from '@handover/contract/custom-fields.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import type { ImportMapping, ImportTarget } from '@handover/contract/imports.ts';
import { safeParse } from 'zod/mini';
import type { ExistingPlan } from '#platform/billing/plans.queries.ts';
import { findPlanNamed, unknownPlanText } from '#platform/billing/plan-names.ts';
import {
  cleanCell,
  formatPhone,
  formatPostalCode,
  formatRegion,
  formatWebsite,
  parseDate,
  splitValues,
  withoutDecimals,
} from './cells.ts';
import { composeName, type Values } from './compose-name.ts';
import { readCustomCell } from './custom-cells.ts';
import { findFaults, type CellProblem, type Fault } from './faults.ts';

/** What a row says about a customer. */
export type Candidate = {
  readonly kind: 'candidate';
  /** Fields that the row has a value for; valid as the body of a new customer. */
  readonly input: CreateCustomer & { readonly custom: CustomValues };
  readonly tagNames: readonly string[];
  /** False for a name or type that the row only implies, which must not overwrite what is known. */
  readonly isNameGiven: boolean;
  readonly isTypeGiven: boolean;
};
export type Rejected = {
  readonly kind: 'rejected';
  /** At least one. */
  readonly faults: readonly Fault[];
  readonly name: string | null;
  readonly values: Values;
};

/** What the cells of a file are read by. */
export type Reading = {
  readonly mapping: ImportMapping;
  /** How many columns the header has. */
  readonly width: number;
  readonly fields: readonly CustomField[];
  readonly plans: readonly ExistingPlan[];
};

/** Reads one record with a mapping: a customer as the contract takes it, or all that is wrong with the row. */
export function readRow(
  cells: readonly string[],
  { mapping, width, fields, plans }: Reading,
): Candidate | Rejected {
  const given = pickValues(cells, mapping);
  const plan = readPlan(given, plans);
  const values = plan.values;
  const name = composeName(values);
  const tagNames = splitValues(values.tags ?? '');
  const result = name === null ? null : safeParse(createCustomerBody, toInput(values, name));
  const issues = result === null || result.success ? [] : result.error.issues;
  const custom = readCustom(values, fields);
  const faults = findFaults({
    cells,
    mapping,
    width,
    values,
    isNamed: name !== null,
    tagNames,
    issues,
    cellProblems: [...plan.problems, ...custom.problems],
  });
  if (result?.success !== true || name === null || faults.length > 0)
    return { kind: 'rejected', faults, name: name?.name ?? null, values };
  return {
    kind: 'candidate',
    input: { ...result.data, custom: custom.values },
    tagNames,
    isNameGiven: name.isGiven,
    isTypeGiven: values.accountType !== undefined,
  };
}

/** The mapped cells that are not empty. Of several columns for one field the first that says something counts; tags are joined. */
function pickValues(cells: readonly string[], mapping: ImportMapping): Values {
  const values: Partial<Record<ImportTarget, string>> = {};
  for (const [index, field] of Object.entries(mapping)) {
    const text = cleanCell(cells[Number(index)] ?? '');
    if (text === '') continue;
    const before = values[field];
    if (before === undefined) values[field] = text;
    else if (field === 'tags') values[field] = `${before},${text}`;
  }
  return values;
}

/** The values with the plan as the catalogue spells it. */
function readPlan(
  values: Values,
  plans: readonly ExistingPlan[],
): { values: Values; problems: CellProblem[] } {
  const { planName: text } = values;
  if (text === undefined) return { values, problems: [] };
  const plan = findPlanNamed(plans, text);
  if (plan !== undefined) return { values: { ...values, planName: plan.name }, problems: [] };
  return { values, problems: [{ field: 'planName', message: `Plan: ${unknownPlanText(text, plans)}.` }] };
}

/** The values of the workspace's own fields. A column mapped to a field that is gone says nothing. */
function readCustom(
  values: Values,
  fields: readonly CustomField[],
): { values: CustomValues; problems: CellProblem[] } {
  const read: CustomValues = {};
  const problems: CellProblem[] = [];
  for (const field of fields) {
    const key = toCustomKey(field.id);
    const text = values[key];
    if (text === undefined) continue;
    const { value, problem } = readCustomCell(field, text);
    if (problem === null) read[field.id] = value;
    else problems.push({ field: key, message: problem });
  }
  return { values: read, problems };
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
