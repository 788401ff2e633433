import type { Notice } from '#platform/work.ts';

const retentionMs = 60_000;
const maxKept = 5_000;
/** Allows for clock differences and delayed notices; a call times out after 10 s. */
const slackMs = 12_000;

export type RecentNotices = {
  add(notices: readonly Notice[]): void;
  /** Notices of the last `offlineMs` and slightly earlier; null if they are incomplete. */
  within(offlineMs: number): Notice[] | null;
  /** Starts over after notices may have been missed. */
  restart(): void;
};

/**
 * Notices of the last minute, for streams that open after the client has loaded its data. `now` in
 * milliseconds.
 */
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
