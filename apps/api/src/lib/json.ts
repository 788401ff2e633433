/**
 * Parses JSON that this app wrote itself, so that its shape is known; `T` is what was written.
 * What comes from outside is validated by a schema instead.
 */
export function readJson<T>(text: string): T {
  const parsed: T = JSON.parse(text);
  return parsed;
}
