import { addMinutes } from '#lib/clock.ts';

/** Minutes until each further attempt, as the Standard Webhooks specification proposes: ten attempts in three days. */
const retryMinutes = [0.1, 5, 30, 120, 300, 600, 840, 1200, 1440] as const;

export const attemptsPerDelivery = retryMinutes.length + 1;

/** How long a webhook may fail at every attempt before it is switched off. */
const patienceMinutes = 3 * 24 * 60;

/** When a delivery is tried again after a failure with so many tries left; null when there are none. */
export function nextAttempt(triesLeft: number, now: Date): Date | null {
  const minutes = triesLeft === 0 ? undefined : retryMinutes[retryMinutes.length - triesLeft];
  return minutes === undefined ? null : addMinutes(now, minutes);
}

/** Whether a webhook has failed for so long that nobody seems to be there. */
export function isAbandoned(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now >= addMinutes(failingSince, patienceMinutes);
}
