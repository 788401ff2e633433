import type { DigestChoice } from '@handover/contract/notification-choices.ts';

/** When the digest comes until a member chooses otherwise: on working days at eight. */
export const defaultDigest: DigestChoice = { hour: 8, weekdays: [1, 2, 3, 4, 5], withTasks: true };
