import type { ReactElement } from 'react';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { usePendingDrafts } from './pending-drafts.ts';

/** Shows how many unfinished emails the user has to the customer. */
export default function DraftMark({ customerId }: { customerId: string }): ReactElement | null {
  const { length } = usePendingDrafts(customerId);
  if (length === 0) return null;
  return <Pill>{length === 1 ? 'Draft' : `Drafts: ${String(length)}`}</Pill>;
}
