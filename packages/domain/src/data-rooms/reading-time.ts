/** The maximum time in one report of reading time. Browsers report every few seconds. */
export const maxReportMs = 120_000;

export type PageTime = { readonly page: number; readonly ms: number };

/**
 * The plausible part of a report. A page cannot have been read for longer than it has been open, and all pages together
 * for no longer than the time since the reader's last report, or else since the first of the pages was opened.
 */
export function clampReportedTime(
  times: readonly PageTime[],
  {
    openedAt,
    lastReportAt,
    now,
  }: { openedAt: ReadonlyMap<number, Date>; lastReportAt: Date | null; now: Date },
): PageTime[] {
  const sinceOpened = (page: number): number =>
    Math.max(0, now.getTime() - (openedAt.get(page) ?? now).getTime());
  const sinceAny = Math.max(0, ...times.map(({ page }) => sinceOpened(page)));
  const sinceLast = lastReportAt === null ? sinceAny : Math.max(0, now.getTime() - lastReportAt.getTime());
  let left = Math.min(maxReportMs, sinceLast);
  return times.map(({ page, ms }) => {
    const believed = Math.min(ms, sinceOpened(page), left);
    left -= believed;
    return { page, ms: believed };
  });
}

/** “2 min 10 s”, “45 s”, “1 h 5 min”; “under 1 s” below a second. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 1) return 'under 1 s';
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts =
    hours > 0
      ? [`${String(hours)} h`, minutes > 0 ? `${String(minutes)} min` : '']
      : [minutes > 0 ? `${String(minutes)} min` : '', seconds % 60 > 0 ? `${String(seconds % 60)} s` : ''];
  return parts.filter(Boolean).join(' ');
}
