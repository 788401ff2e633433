import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

/** "Reduced" or "New" on a listing. */
export function MarketLabel({ label }: { label: Business['marketLabel'] }): ReactElement | null {
  if (label === null) return null;
  return label === 'sale' ? (
    <StatusLabel tone="error">Sale</StatusLabel>
  ) : (
    <StatusLabel tone="info">New</StatusLabel>
  );
}
