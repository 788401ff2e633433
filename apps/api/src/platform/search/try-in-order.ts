/** How many matches in the order of a page are tried first where a filter leaves some of them. */
export const firstTry = 250;
/** How many are tried next. Where more would have to be, the matches are joined with what the filter leaves. */
const tries = [500, 1200] as const;
/** How many more are tried than the share of the first ones asks for. */
const spare = 1.2;

/** How many to try for a page, by what was left of the first ones; null for too many. */
export function countNeeded({
  limit,
  left,
  tried,
}: {
  limit: number;
  left: number;
  tried: number;
}): number | null {
  const needed = Math.ceil((limit * spare * tried) / Math.max(1, left));
  return tries.find((count) => count >= needed) ?? null;
}
