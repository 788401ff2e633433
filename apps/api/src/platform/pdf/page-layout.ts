import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { PdfBrand, PdfDocument } from './pdf-document.ts';

/** Control characters without a glyph that change the text direction or join letters. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/gu;
const fallback = '\ufffd';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export type FontName = 'regular' | 'bold' | 'italic';
export type TextFormat = { readonly font: FontName; readonly sizePt: number; readonly color: string };

/** A document being drawn, in points of US Letter pages. */
export type Canvas = {
  readonly pdf: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** The characters of the text that the fonts can print. */
  print(text: string): string;
  setFormat(format: TextFormat): void;
  heightOf(text: string, format: TextFormat, width: number): number;
  widthOf(text: string, format: TextFormat): number;
  /** Starts a new page unless `heightPt` fits below the current position. */
  ensureSpace(heightPt: number): void;
};

export const colors = {
  text: '#1C252E',
  muted: '#5B6B79',
  primary: '#00796B',
  line: '#DFE3E8',
  shade: '#F4F6F8',
  positive: '#22A06B',
  negative: '#B71D18',
  neutral: '#919EAB',
};

const margins = { top: 84, bottom: 72, left: 60, right: 60 };
const noteFormat: TextFormat = { font: 'regular', sizePt: 8, color: colors.muted };
const maxLogo = { width: 160, height: 26 };

const require = createRequire(import.meta.url);
const fontFolder = dirname(require.resolve('@expo-google-fonts/noto-sans/package.json'));
const readFontFile = (name: string): Buffer => readFileSync(join(fontFolder, `${name}.ttf`));
const fonts: Readonly<Record<FontName, Buffer>> = {
  regular: readFontFile('400Regular/NotoSans_400Regular'),
  bold: readFontFile('600SemiBold/NotoSans_600SemiBold'),
  italic: readFontFile('400Regular_Italic/NotoSans_400Regular_Italic'),
};
/** All three fonts have the same characters. */
const coverage = create(fonts.regular);

export function createCanvas({ title, createdAt, brand }: PdfDocument): Canvas {
  const print = (text: string): string =>
    toPrintable(
      text,
      (codePoint) => 'hasGlyphForCodePoint' in coverage && coverage.hasGlyphForCodePoint(codePoint),
    );
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: {
      Title: print(title),
      Author: print(brand.name),
      Creator: 'Handover',
      Producer: 'Handover',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  for (const [name, bytes] of Object.entries(fonts)) pdf.registerFont(name, bytes);
  pdf.addPage();
  const setFormat = ({ font, sizePt, color }: TextFormat): void => {
    pdf.font(font).fontSize(sizePt).fillColor(color);
  };
  return {
    pdf,
    left: margins.left,
    width: pdf.page.width - margins.left - margins.right,
    print,
    setFormat,
    heightOf: (text, format, width) => {
      setFormat(format);
      return pdf.heightOfString(text, { width });
    },
    widthOf: (text, format) => {
      setFormat(format);
      return pdf.widthOfString(text);
    },
    ensureSpace: (heightPt) => {
      if (pdf.y + heightPt > pdf.page.maxY()) pdf.addPage();
    },
  };
}

/** Draws header and footer on all pages, once their number is known. */
export function drawPageMargins(canvas: Canvas, { brand, headerNote, footerNote }: PdfDocument): void {
  const { pdf } = canvas;
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Text outside of the margins would start another page.
    pdf.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Top'] });
    drawBrand(canvas, brand);
    drawNote(canvas, { text: headerNote ?? '', y: 44, align: 'right' });
    drawRule(canvas, 64);
    pdf.endMarkedContent();
    const footerY = pdf.page.height - 46;
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    drawNote(canvas, { text: footerNote ?? '', y: footerY, align: 'left' });
    drawNote(canvas, { text: `Page ${String(page + 1)} of ${String(count)}`, y: footerY, align: 'right' });
    pdf.endMarkedContent();
  }
}

function drawBrand({ pdf, print, setFormat, left, width }: Canvas, { name, logo }: PdfBrand): void {
  if (logo !== null) {
    pdf.image(Buffer.from(logo), left, 32, { fit: [maxLogo.width, maxLogo.height] });
    return;
  }
  setFormat({ font: 'bold', sizePt: 11, color: colors.primary });
  pdf.text(print(name), left, 40, { width: width * 0.6, height: 16, ellipsis: true });
}

function drawNote(
  { pdf, print, setFormat, left, width }: Canvas,
  { text, y, align }: { text: string; y: number; align: 'left' | 'right' },
): void {
  setFormat(noteFormat);
  const share = align === 'left' ? 0.75 : 0.4;
  const x = align === 'left' ? left : left + width * (1 - share);
  pdf.text(print(text), x, y, { width: width * share, height: 12, align, ellipsis: true });
}

function drawRule({ pdf, left, width }: Canvas, y: number): void {
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke();
}

/**
 * The text as a font can print it: characters without a glyph as �, line breaks kept, direction marks and other
 * controls removed.
 */
function toPrintable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => toPrintableLine(line.replaceAll('\t', ' '), hasGlyph))
    .join('\n');
}

function toPrintableLine(line: string, hasGlyph: (codePoint: number) => boolean): string {
  const isPrintable = (part: string): boolean =>
    [...part].every((character) => hasGlyph(character.codePointAt(0) ?? 0));
  const parts = Array.from(graphemes.segment(line), ({ segment }) => segment.replaceAll(invisible, ''));
  return parts.map((part) => (isPrintable(part) ? part : fallback)).join('');
}
