/** Controls and marks that change the direction of text or join letters, without a shape of their own. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/gu;
const fallback = '\ufffd';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The text as a font can print it: characters without a glyph as �, line breaks kept, direction marks and other
 * controls removed.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => printableLine(line.replaceAll('\t', ' '), hasGlyph))
    .join('\n');
}

function printableLine(line: string, hasGlyph: (codePoint: number) => boolean): string {
  const isPrintable = (part: string): boolean =>
    [...part].every((character) => hasGlyph(character.codePointAt(0) ?? 0));
  const parts = Array.from(graphemes.segment(line), ({ segment }) => segment.replaceAll(invisible, ''));
  return parts.map((part) => (isPrintable(part) ? part : fallback)).join('');
}
