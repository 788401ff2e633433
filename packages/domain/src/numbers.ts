/** A number as people and spreadsheets write it: "1,250.5", "-3", "1e6". Null where it is none. */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '');
  return form.test(plain) && /\d/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

const form = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-+]?\d{1,2})?$/i;
