const schemes = /^(https?|mailto|tel):/i;

/** What somebody typed as the address of a link, with its scheme; null for what is none. */
export function linkAddress(text: string): string | null {
  const typed = text.trim();
  if (schemes.test(typed)) return URL.canParse(typed) && !/\s/.test(typed) ? typed : null;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  if (/^\+?[\d\s().-]{7,}$/.test(typed)) return `tel:${typed.replace(/[^\d+]/g, '')}`;
  const isPlace = /^[^\s:/]+\.[^\s:/.]{2,}(:\d+)?([/?#]\S*)?$/.test(typed);
  return isPlace && URL.canParse(`https://${typed}`) ? `https://${typed}` : null;
}
