import { roomRequestStateNames, type ShownRequestState } from '@handover/contract/data-rooms.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import type { ReactElement } from 'react';

const tones = {
  required: 'neutral',
  requested: 'warning',
  uploaded: 'info',
  refused: 'error',
  verified: 'success',
  expired: 'error',
  not_applicable: 'neutral',
} as const satisfies Record<ShownRequestState, string>;

/** The state of a request; clients read their own words. */
export function RequestStateLabel({
  state,
  isClient = false,
}: {
  state: ShownRequestState;
  isClient?: boolean;
}): ReactElement {
  const clientName = clientNames[state];
  return (
    <StatusLabel tone={tones[state]}>
      {isClient && clientName !== undefined ? clientName : roomRequestStateNames[state]}
    </StatusLabel>
  );
}

const clientNames: Partial<Record<ShownRequestState, string>> = {
  requested: 'To send',
  uploaded: 'Sent, waiting for your broker',
  refused: 'Send again',
  verified: 'Accepted',
  expired: 'Expired, send a current one',
};
