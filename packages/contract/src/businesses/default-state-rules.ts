import type { BrokerLicenseRule, ConRule } from '@handover/domain/state-rules.ts';
import { stateCodes, type StateRule } from './state-rules.ts';

/** The default rule of a state, without fields that are specific to a workspace. */
export type DefaultStateRule = Omit<StateRule, 'isDelivered' | 'version'>;

const licensed = new Set('AK AZ CA CO FL GA ID MN NE NV OR SD UT WA WI WY'.split(' '));
const registered = new Set(['IL']);
const withoutCon = new Set('CA CO ID KS NH NM ND PA SD TX UT WY'.split(' '));
const similarToCon = new Set(['AZ', 'MN', 'WI']);
/** Not covered by either source. */
const territories = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);
/** The state repealed most of its program after the list was published. */
const repealed = new Set(['SC']);

/** Default requirements by state, before a workspace changes them. */
export function getDefaultStateRule(state: string): DefaultStateRule {
  return {
    state,
    brokerLicense: getLicenseRule(state),
    con: getConRule(state),
    source: 'businessbrokeragepress.com (broker’s license), ncsl.org, 2024 (certificate of need)',
    asOf: '2026-11-22',
    confidence: territories.has(state) || repealed.has(state) ? 'low' : 'medium',
    note: getStateNote(state),
  };
}

export function listDefaultStateRules(): DefaultStateRule[] {
  return stateCodes.map(getDefaultStateRule);
}

function getStateNote(state: string): string {
  if (territories.has(state)) return 'The sources do not cover this territory: check with its government.';
  if (repealed.has(state)) return 'Most of the certificate-of-need program was repealed in 2023: verify.';
  return 'Certificate-of-need programs cover different facilities in each state: verify.';
}

function getLicenseRule(state: string): BrokerLicenseRule {
  if (licensed.has(state)) return 'license';
  return registered.has(state) ? 'registration' : 'none';
}

function getConRule(state: string): ConRule {
  if (similarToCon.has(state)) return 'similar';
  return withoutCon.has(state) ? 'none' : 'program';
}
