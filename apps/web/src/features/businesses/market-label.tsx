import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

/** What buyers see on the listing: that the price was reduced, or that it is new. */
export function MarketLabel({ label }: { label: Business['marketLabel'] }): ReactElement | null {
  if (label === null) return null;
  return label === 'sale' ? (
    <StatusLabel tone="error">Sale</StatusLabel>
  ) : (
    <StatusLabel tone="info">New</StatusLabel>
  );
}
