import { agreementStateNames, type AgreementState } from '@handover/contract/agreement-list.ts';
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

export function AgreementStatus({ state }: { state: AgreementState }): ReactElement {
  return <StatusLabel tone={tones[state]}>{agreementStateNames[state]}</StatusLabel>;
}
