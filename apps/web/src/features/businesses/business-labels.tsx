import type { Business, CoverColor } from '@handover/contract/businesses/businesses.ts';
import type { BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import type { ReactElement } from 'react';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import styles from './business-labels.module.css';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { getInitials } from '@handover/ui-lite/parts/initials.ts';
import { marketLabelNames, useStageNames } from '#shared/labels/businesses.ts';

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

/** The label "Reduced" or "New", as set by the broker. A business under offer has that label instead. */
export function MarketLabel({
  business: { marketLabel, stage },
}: {
  business: Pick<Business, 'marketLabel' | 'stage'>;
}): ReactElement | null {
  if (stage === 'under_offer') return <StatusLabel tone="warning">Under offer</StatusLabel>;
  if (marketLabel === null) return null;
  return (
    <StatusLabel tone={marketLabel === 'sale' ? 'error' : 'info'}>
      {marketLabelNames[marketLabel]}
    </StatusLabel>
  );
}

/** The asking price; a reduced price comes first, with the earlier price struck out. */
export function Price({
  business,
}: {
  business: Pick<Business, 'askingPriceCents' | 'reducedPriceCents' | 'currency'>;
}): ReactElement {
  const { askingPriceCents, reducedPriceCents, currency } = business;
  if (reducedPriceCents === null)
    return <MoneyText isPrice amountCents={askingPriceCents} currency={currency} />;
  return (
    <span className={styles['price']}>
      <MoneyText isPrice amountCents={reducedPriceCents} currency={currency} />
      <s className={styles['before']}>
        <span className="sr-only">before: </span>
        <MoneyText isPrice amountCents={askingPriceCents} currency={currency} />
      </s>
    </span>
  );
}

interface CoverProps {
  name: string;
  color: CoverColor;
  /** Edge length in pixels. */
  size?: number;
}

/** Placeholder picture of a business. Hidden from screen readers, because the name is next to it. */
export function Cover({ name, color, size = 32 }: CoverProps): ReactElement {
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(name)}
      className={classNames(styles['cover'], styles[color])}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    />
  );
}
