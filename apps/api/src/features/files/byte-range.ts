/** Inclusive, as HTTP counts. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * The one range that a `Range` header asks for; null for the whole file (no header, several ranges, or
 * none that this server understands, which HTTP lets it ignore), `unsatisfiable` for one past the end.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start >= sizeBytes || start > end ? 'unsatisfiable' : { start, end };
}
