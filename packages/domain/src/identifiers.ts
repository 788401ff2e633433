/** Whether the text is a DEA registration number: two characters and seven digits, the last of which checks the others. */
export function isDeaNumber(value: string): boolean {
  if (!/^[A-Z][A-Z9]\d{7}$/.test(value)) return false;
  const [d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0] = Array.from(value.slice(2), Number);
  return (d1 + d3 + d5 + 2 * (d2 + d4 + d6)) % 10 === d7;
}

/** Whether the text has the form of a CLIA number, such as 05D1234567. */
export function isCliaNumber(value: string): boolean {
  return /^\d{2}D\d{7}$/.test(value);
}

/**
 * Whether the text has the form of a CMS certification number: six characters that begin with the two of
 * the state, or the ten of a home health branch (State Operations Manual, 2779A).
 */
export function isCcn(value: string): boolean {
  return /^[0-9A-Z]{2}[0-9A-Z]{4}$/.test(value) || /^\d{2}Q\d{7}$/.test(value);
}

/** Whether the text has the form of an employer identification number, such as 12-3456789. */
export function isEin(value: string): boolean {
  return /^\d{2}-?\d{7}$/.test(value);
}
