import type { BrokerLicenseRule, ConRule } from '@handover/domain/state-rules.ts';

export const licenseLabels: Readonly<Record<BrokerLicenseRule, string>> = {
  license: 'License required',
  registration: 'Registration required',
  none: 'No license needed',
};

export const conLabels: Readonly<Record<ConRule, string>> = {
  program: 'CON program',
  similar: 'Similar approvals',
  none: 'No CON program',
};
