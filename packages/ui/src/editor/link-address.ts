const schemes = /^(https?|mailto|tel):/i;

/** A typed link address with its scheme; null if it is not an address. */
export function parseLinkAddress(text: string): string | null {
  const typed = text.trim();
  if (schemes.test(typed)) return URL.canParse(typed) && !/\s/.test(typed) ? typed : null;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  if (/^\+?[\d\s().-]{7,}$/.test(typed)) return `tel:${typed.replace(/[^\d+]/g, '')}`;
  const isPlace = /^[^\s:/]+\.[^\s:/.]{2,}(:\d+)?([/?#]\S*)?$/.test(typed);
  return isPlace && URL.canParse(`https://${typed}`) ? `https://${typed}` : null;
}
