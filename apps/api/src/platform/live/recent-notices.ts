import type { Notice } from '#platform/work.ts';

const retentionMs = 60_000;
const maxKept = 5_000;
/** What passes between reading a clock in a browser and here, and until a change is told: a call waits 10 s. */
const slackMs = 12_000;

export type RecentNotices = {
  add(notices: readonly Notice[]): void;
  /** What was told within these milliseconds, and a little before; null when not all of it is known any more. */
  within(offlineMs: number): Notice[] | null;
  /** From now on, since some may have been missed. */
  restart(): void;
};

/** The notices of the last minute, for who begins to listen after they have begun to read. `now` in milliseconds. */
export function createRecentNotices(now: () => number = () => performance.now()): RecentNotices {
  let kept: { readonly at: number; readonly notice: Notice }[] = [];
  let knownAfter = now();
  return {
    add: (notices) => {
      const at = now();
      kept.push(...notices.map((notice) => ({ at, notice })));
      const stays = kept.findIndex(
        (one, place) => one.at >= at - retentionMs && kept.length - place <= maxKept,
      );
      const goes = stays === -1 ? kept.length : stays;
      knownAfter = kept[goes - 1]?.at ?? knownAfter;
      if (goes > 0) kept = kept.slice(goes);
    },
    within: (offlineMs) => {
      const from = now() - offlineMs - slackMs;
      return from > knownAfter ? kept.filter(({ at }) => at >= from).map(({ notice }) => notice) : null;
    },
    restart: () => {
      kept = [];
      knownAfter = now();
    },
  };
}
