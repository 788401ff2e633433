/** As stored; a verified document after its last day is shown as `expired`. */
export const roomRequestStates = [
  'required',
  'requested',
  'uploaded',
  'refused',
  'verified',
  'not_applicable',
] as const;
export type RoomRequestState = (typeof roomRequestStates)[number];
export const shownRequestStates = [...roomRequestStates, 'expired'] as const;
export type ShownRequestState = (typeof shownRequestStates)[number];
