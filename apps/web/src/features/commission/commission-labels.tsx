import {
  commissionStatusNames,
  type CommissionStatus,
} from '@handover/contract/commission/commission-list.ts';
import type { ReactElement } from 'react';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';

const tones: Readonly<Record<CommissionStatus, StatusTone>> = {
  expected: 'neutral',
  to_finalize: 'warning',
  due: 'info',
  paid: 'success',
  no_commission: 'neutral',
};

export function CommissionStatusLabel({ status }: { status: CommissionStatus }): ReactElement {
  return <StatusLabel tone={tones[status]}>{commissionStatusNames[status]}</StatusLabel>;
}
