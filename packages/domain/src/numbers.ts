/** Parses a number such as "1,250.5", "-3", or "1e6"; null otherwise. */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/\s/g, '');
  return form.test(plain) && /\d/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

const form = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-+]?\d{1,2})?$/i;
