import type { ReactElement } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { usePendingDrafts } from './pending-drafts.ts';

/** Says that emails of one's own to the customer wait to be finished. */
export default function DraftMark({ customerId }: { customerId: string }): ReactElement | null {
  const { length } = usePendingDrafts(customerId);
  if (length === 0) return null;
  return <Pill>{length === 1 ? 'Draft' : `Drafts: ${String(length)}`}</Pill>;
}
