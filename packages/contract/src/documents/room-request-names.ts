import type { ShownRequestState } from './room-request-states.ts';

export const roomRequestStateNames: Readonly<Record<ShownRequestState, string>> = {
  required: 'Required',
  requested: 'Requested',
  uploaded: 'To review',
  refused: 'Rejected',
  verified: 'Verified',
  not_applicable: 'Not applicable',
  expired: 'Expired',
};

/** The names shown to the owner, who receives the requests. */
export const clientRequestStateNames: Readonly<Record<ShownRequestState, string>> = {
  ...roomRequestStateNames,
  requested: 'To send',
  uploaded: 'Sent, waiting for your broker',
  refused: 'Send again',
  verified: 'Accepted',
  expired: 'Expired, send a current one',
};
