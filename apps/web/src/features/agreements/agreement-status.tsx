import { agreementStateNames, type AgreementState } from '@handover/contract/agreements/agreement-list.ts';
import { identityMethodNames, type Agreement } from '@handover/contract/agreements/agreements.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';

const tones = {
  pending: 'warning',
  overdue: 'error',
  in_force: 'success',
  ended: 'neutral',
  declined: 'error',
  revoked: 'neutral',
} as const satisfies Record<AgreementState, string>;

/**
 * The state of an NDA. A paper NDA in force is labeled as such, and another label marks an NDA signed under a different
 * name.
 */
export function AgreementStatus({
  agreement: { state, identityMethod, isOtherName },
}: {
  agreement: Pick<Agreement, 'state' | 'identityMethod' | 'isOtherName'>;
}): ReactElement {
  const isPaper = state === 'in_force' && identityMethod === 'paper';
  return (
    <>
      <StatusLabel tone={tones[state]}>
        {isPaper ? identityMethodNames.paper : agreementStateNames[state]}
      </StatusLabel>
      {isOtherName && <StatusLabel tone="warning">Name mismatch</StatusLabel>}
    </>
  );
}
