/**
 * Parses JSON that this app wrote itself, so that its shape is known; `T` is what was written.
 * What comes from outside is validated by a schema instead.
 */
export function readJson<T>(text: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the caller wrote the text and knows its shape
  return JSON.parse(text);
}
