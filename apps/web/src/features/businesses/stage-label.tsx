import type { Business } from '@handover/contract/businesses.ts';
import type { BusinessStage } from '@handover/contract/business-stages.ts';
import type { ReactElement } from 'react';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { useStageNames } from '#shared/businesses/stage-names.ts';

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

/** Truncates long names. */
const place = { display: 'inline-grid', gridTemplateColumns: 'minmax(0, auto)', maxWidth: '100%' } as const;
const shortened = { overflow: 'hidden', lineHeight: 1.4, textOverflow: 'ellipsis' } as const;

/** Stage of the sale, or "In the trash". */
export function StageLabel({ business }: { business: Pick<Business, 'stage' | 'deletedAt'> }): ReactElement {
  const names = useStageNames();
  if (business.deletedAt !== null) return <StatusLabel tone="neutral">In the trash</StatusLabel>;
  const name = names[business.stage];
  return (
    <span style={place} title={name}>
      <StatusLabel tone={tones[business.stage]}>
        <span style={shortened}>{name}</span>
      </StatusLabel>
    </span>
  );
}
