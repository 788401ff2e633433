import { ownershipRequirements } from '@handover/domain/matching/match-gates.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import * as z from 'zod/mini';
import { businessTypes, type BusinessType } from '../businesses/business-list.ts';
import { calendarDate, line, multiline, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { confidences } from '../businesses/valuation-tables.ts';

export const maxOwnershipRules = 500;

/** A postal code of a US state or territory. */
export const usState = z
  .string()
  .check(z.refine((code) => findStateCode(code) === code, 'Enter a state such as TX'));

/** Who may own a business of a type; a rule without a state applies to all states without their own rule. */
export const ownershipRule = z.strictObject({
  type: z.enum(businessTypes),
  state: z.nullable(usState),
  requirement: z.enum(ownershipRequirements),
  /** The publisher or counsel behind the rule. */
  source: line(300),
  asOf: calendarDate,
  confidence: z.enum(confidences),
  note: z.nullable(multiline(1000)),
});
export type WorkspaceOwnershipRule = z.infer<typeof ownershipRule>;

const settings = {
  /** Months of operating cost that a buyer needs as working capital. */
  workingCapitalMonths: z.int().check(z.minimum(0, 'At least 0'), z.maximum(12, 'At most 12 months')),
  ownershipRules: z.array(ownershipRule).check(
    z.maxLength(maxOwnershipRules),
    z.refine(
      (rules) => new Set(rules.map(({ type, state }) => `${type} ${state ?? ''}`)).size === rules.length,
      'Only one rule for each type and state',
    ),
  ),
};
const matchingSettings = z.object({ ...settings, version });
export type MatchingSettings = z.infer<typeof matchingSettings>;
const response = z.object({ matchingSettings });

export const getMatchingSettings = defineEndpoint({
  method: 'GET',
  path: '/matching-settings',
  summary: 'Get buyer-matching assumptions',
  access: member('STAFF', 'business-center'),
  status: 200,
  response,
});
export const updateMatchingSettings = defineEndpoint({
  method: 'PUT',
  path: '/matching-settings',
  summary: 'Update buyer-matching assumptions',
  access: member('ADMIN'),
  status: 200,
  body: z.strictObject({ version, ...settings }),
  response,
});

const licensedTypes: readonly BusinessType[] = [
  'dental',
  'medical',
  'physical_therapy',
  'veterinary',
  'med_spa',
];

/**
 * The rules that every workspace starts with, for types to which licensing and the corporate practice of medicine apply
 * (domain.md section 5). State law differs, so the confidence is low and brokers add the states they work in.
 */
export const defaultOwnershipRules: readonly WorkspaceOwnershipRule[] = licensedTypes.map((type) => ({
  type,
  state: null,
  requirement: 'license_or_management',
  source: 'Handover default: license or management company (CPOM, MSO, DSO)',
  asOf: '2026-11-23',
  confidence: 'low',
  note: 'State law differs. Verify with a healthcare attorney and add a rule for the state.',
}));
