import type { ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { GuestCard } from './guest-card.tsx';

/** A link without its secret, used before, or out of time. */
export function BrokenLink({ advice }: { advice: string }): ReactElement {
  return (
    <GuestCard title="This link does not work">
      <Alert tone="warning">It is incomplete, was used before, or has run out. {advice}</Alert>
    </GuestCard>
  );
}
