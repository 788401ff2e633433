import type { Notice } from '#platform/work.ts';

const retentionMs = 60_000;
const maxNotices = 5_000;
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
  let notices: { readonly at: number; readonly notice: Notice }[] = [];
  let completeSince = now();
  return {
    add: (added) => {
      const at = now();
      notices.push(...added.map((notice) => ({ at, notice })));
      const first = notices.findIndex(
        (one, index) => one.at >= at - retentionMs && notices.length - index <= maxNotices,
      );
      const expired = first === -1 ? notices.length : first;
      completeSince = notices[expired - 1]?.at ?? completeSince;
      if (expired > 0) notices = notices.slice(expired);
    },
    within: (offlineMs) => {
      const from = now() - offlineMs - slackMs;
      return from > completeSince ? notices.filter(({ at }) => at >= from).map(({ notice }) => notice) : null;
    },
    restart: () => {
      notices = [];
      completeSince = now();
    },
  };
}
