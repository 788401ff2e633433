import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PdfStampError, stampPdf } from '#adapters/pdf-stamp/stamp-pdf.ts';
import { AppError } from '#lib/errors.ts';

/** The reader, the time, and the IP address. */
export type Watermark = {
  readonly viewer: string;
  /** The verified address of a viewer with a different name; on a separate line. */
  readonly email?: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly ipAddress: string;
};

type Size = { readonly width: number; readonly height: number };

/** Wider than common paper, so that a page has it once. */
const stampSize = { width: 1200, height: 1200 };
const angle = -30;

const require = createRequire(import.meta.url);
let unicodeFont: Buffer | undefined;

/** A transparent page of this size, in points, with the watermark all over it, as a PDF. */
export async function drawWatermark(mark: Watermark, { width, height }: Size): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: [width, height], margin: 0, info: {} });
  const lines = [formatWatermark(mark), ...(mark.email === undefined ? [] : [mark.email])];
  const sizePt = Math.min(18, Math.max(6, Math.min(width, height) / 50));
  pdf.font(getFont(lines.join(''))).fontSize(sizePt);
  const widest = Math.max(...lines.map((line) => pdf.widthOfString(line)));
  const step = { x: widest + sizePt * 5, y: sizePt * 7 };
  const reach = Math.hypot(width, height);
  pdf.rotate(angle, { origin: [width / 2, height / 2] });
  let row = 0;
  for (let y = height / 2 - reach / 2; y < height / 2 + reach / 2; y += step.y) {
    // Rows are shifted, so that no column is free of text.
    const start = width / 2 - reach / 2 - (row % 2) * (step.x / 2);
    for (let x = start; x < width / 2 + reach / 2; x += step.x) {
      lines.forEach((line, index) => {
        const top = y + index * sizePt * 1.3;
        // Light and dark, to be visible on any page.
        pdf.fillColor('#FFFFFF', 0.25).text(line, x + 0.6, top + 0.6, { lineBreak: false });
        pdf.fillColor('#3B4754', 0.28).text(line, x, top, { lineBreak: false });
      });
    }
    row += 1;
  }
  pdf.end();
  return buffer(pdf);
}

/** A PDF with the watermark on each page. Throws RULE_BROKEN if it cannot be stamped, and errors of `open`. */
export async function stampWatermark(open: () => Promise<Readable>, mark: Watermark): Promise<Buffer> {
  const overlay = await drawWatermark(mark, stampSize);
  try {
    return await stampPdf(open, { overlay });
  } catch (error) {
    if (!(error instanceof PdfStampError)) throw error;
    throw new AppError('RULE_BROKEN', rejectionReasons[error.reason], { cause: error });
  }
}

const rejectionReasons = {
  password: 'This PDF needs a password, so it cannot be watermarked. Ask for another copy.',
  damaged: 'This PDF is damaged, so it cannot be watermarked. Ask for another copy.',
  'too-large': 'This PDF is too large to watermark. Ask for a smaller copy.',
} as const;

function formatWatermark({ viewer, at, timeZone, ipAddress }: Watermark): string {
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(at);
  return `${viewer} · ${time} · ${ipAddress}`;
}

/** Helvetica needs no file, but has Western characters only. */
function getFont(text: string): string | Buffer {
  if (/^[\x20-\x7E\u00A0-\u00FF]*$/.test(text)) return 'Helvetica';
  unicodeFont ??= readFileSync(
    join(
      dirname(require.resolve('@expo-google-fonts/noto-sans/package.json')),
      '400Regular/NotoSans_400Regular.ttf',
    ),
  );
  return unicodeFont;
}
