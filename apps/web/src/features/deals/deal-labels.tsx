import { dealStageNames, type DealStage } from '@handover/contract/deals/deal-stages.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import type { ReactElement } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';

const tones: Readonly<Record<DealStage, StatusTone>> = {
  inquiry: 'neutral',
  nda_signed: 'neutral',
  qualified: 'info',
  cim_released: 'info',
  meetings: 'info',
  loi: 'warning',
  due_diligence: 'warning',
  definitive: 'warning',
  closing: 'warning',
  closed: 'success',
  lost: 'error',
};

/** Stage of a deal, or "In the trash". */
export function DealStageLabel({ deal }: { deal: Pick<Deal, 'stage' | 'deletedAt'> }): ReactElement {
  if (deal.deletedAt !== null) return <StatusLabel tone="neutral">In the trash</StatusLabel>;
  return <StatusLabel tone={tones[deal.stage]}>{dealStageNames[deal.stage]}</StatusLabel>;
}

/** The agreed price, or the asking price. */
export function DealValue({
  deal: { valueCents, currency },
}: {
  deal: Pick<Deal, 'valueCents' | 'currency'>;
}): ReactElement {
  return <MoneyText isPrice amountCents={valueCents} currency={currency} />;
}
