/** Parses JSON written by this app as type `T`. Validate JSON from outside with a schema instead. */
export function readJson<T>(text: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the caller wrote the text and knows its shape
  return JSON.parse(text);
}
