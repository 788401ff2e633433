/** Whether the text is a DEA registration number: two characters and seven digits, the last a check digit. */
export function isDeaNumber(value: string): boolean {
  if (!/^[A-Z][A-Z9]\d{7}$/.test(value)) return false;
  const [d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0] = Array.from(value.slice(2), Number);
  return (d1 + d3 + d5 + 2 * (d2 + d4 + d6)) % 10 === d7;
}

/** Whether the text looks like a CLIA number, such as 05D1234567. */
export function isCliaNumber(value: string): boolean {
  return /^\d{2}D\d{7}$/.test(value);
}

/**
 * Whether the text looks like a CMS certification number: six characters starting with the state code, or
 * ten for a home health branch (State Operations Manual, 2779A).
 */
export function isCcn(value: string): boolean {
  return /^[0-9A-Z]{2}[0-9A-Z]{4}$/.test(value) || /^\d{2}Q\d{7}$/.test(value);
}

/** Whether the text looks like an employer identification number, such as 12-3456789. */
export function isEin(value: string): boolean {
  return /^\d{2}-?\d{7}$/.test(value);
}
