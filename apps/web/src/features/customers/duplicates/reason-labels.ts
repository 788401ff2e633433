import type { DuplicateReason } from '@handover/contract/merges.ts';

/** Why two customers may be one. */
export const reasonLabels: Readonly<Record<DuplicateReason, string>> = {
  npi: 'Same NPI',
  email: 'Same email',
  phone: 'Same phone',
  name: 'Similar name',
};
