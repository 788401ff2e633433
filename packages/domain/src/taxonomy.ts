/** Whether the text looks like a NUCC provider taxonomy code, such as 1223G0001X. */
export function isTaxonomyCode(value: string): boolean {
  return /^\d{3}[A-Z0-9]{2}\d{4}X$/.test(value);
}
