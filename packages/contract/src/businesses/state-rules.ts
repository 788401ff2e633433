import { usStates } from '@handover/domain/us-states.ts';
import { brokerLicenseRules, conRules } from '@handover/domain/state-rules.ts';
import * as z from 'zod/mini';
import { version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { provenance, sourced } from './valuation-tables.ts';

/** The postal codes of US states and territories. */
export const stateCodes: readonly string[] = Object.keys(usStates);

const rules = { brokerLicense: z.enum(brokerLicenseRules), con: z.enum(conRules) };
const state = z.enum(stateCodes);

/** A state's requirements for a brokerage and for a sale. Not legal advice. */
export const stateRule = z.object({
  state,
  ...rules,
  ...provenance,
  /** Whether it is unchanged from its default. */
  isDelivered: z.boolean(),
  version,
});
export type StateRule = z.infer<typeof stateRule>;

export const stateRuleBody = z.strictObject({ version, ...rules, ...sourced });

const params = z.strictObject({ state });
const response = z.object({ stateRule });

export const listStateRules = defineEndpoint({
  method: 'GET',
  path: '/state-rules',
  summary: 'What each state requires: broker’s license, certificate of need',
  access: member('STAFF', 'business-center'),
  status: 200,
  response: z.object({ stateRules: z.array(stateRule) }),
});
export const updateStateRule = defineEndpoint({
  method: 'PUT',
  path: '/state-rules/{state}',
  summary: 'Update the rules of a state',
  access: member('ADMIN'),
  status: 200,
  params,
  body: stateRuleBody,
  response,
});
export const resetStateRule = defineEndpoint({
  method: 'POST',
  path: '/state-rules/{state}/reset',
  summary: 'Reset the rules of a state to their defaults',
  access: member('ADMIN'),
  status: 200,
  params,
  body: z.strictObject({ version }),
  response,
});
