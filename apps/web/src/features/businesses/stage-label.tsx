import type { Business } from '@handover/contract/businesses.ts';
import type { BusinessStage } from '@handover/contract/business-stages.ts';
import type { ReactElement } from 'react';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { stageLabels } from '../../shared/labels/businesses.ts';

const tones: Readonly<Record<BusinessStage, StatusTone>> = {
  lead: 'neutral',
  valuation: 'neutral',
  engaged: 'info',
  packaging: 'info',
  on_market: 'success',
  under_offer: 'warning',
  sold: 'success',
  withdrawn: 'error',
  expired: 'error',
};

/** Where the sale stands, or that the record is in the bin. */
export function StageLabel({ business }: { business: Pick<Business, 'stage' | 'deletedAt'> }): ReactElement {
  if (business.deletedAt !== null) return <StatusLabel tone="neutral">In the bin</StatusLabel>;
  return <StatusLabel tone={tones[business.stage]}>{stageLabels[business.stage]}</StatusLabel>;
}
