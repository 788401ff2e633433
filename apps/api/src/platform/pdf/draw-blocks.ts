import { drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { type Canvas, colors, createCanvas, drawPageMargins, type TextFormat } from './page-layout.ts';
import type { PdfBlock, PdfDocument, PdfDrawing, PdfFact, PdfTextStyle } from './pdf-document.ts';

const textFormats: Readonly<Record<PdfTextStyle, TextFormat>> = {
  normal: { font: 'regular', sizePt: 10, color: colors.text },
  strong: { font: 'bold', sizePt: 10, color: colors.text },
  small: { font: 'regular', sizePt: 8, color: colors.muted },
  signature: { font: 'italic', sizePt: 20, color: colors.text },
};
const headings = {
  1: { tag: 'H1', format: { font: 'bold', sizePt: 20, color: colors.text }, before: 0, after: 10 },
  2: { tag: 'H2', format: { font: 'bold', sizePt: 13, color: colors.text }, before: 14, after: 6 },
  3: { tag: 'H3', format: { font: 'bold', sizePt: 10.5, color: colors.primary }, before: 10, after: 4 },
} as const;
const linkFormat: TextFormat = { ...textFormats.normal, color: colors.primary };
const lineGap = 2.5;
const blockGap = 8;

/** Draws a document and returns its bytes: tagged, with title, language, and embedded fonts. */
export async function drawDocument(document: PdfDocument): Promise<Buffer> {
  const canvas = createCanvas(document);
  const { pdf } = canvas;
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  for (const block of document.blocks) drawBlock(canvas, root, block);
  root.end();
  drawPageMargins(canvas, document);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

function drawBlock(canvas: Canvas, root: PDFKit.PDFStructureElement, block: PdfBlock): void {
  switch (block.kind) {
    case 'heading':
      drawHeading(canvas, root, block);
      break;
    case 'paragraph':
      drawParagraph(canvas, root, block);
      break;
    case 'list':
      drawList(canvas, root, block);
      break;
    case 'facts':
      drawFacts(canvas, root, block.entries);
      break;
    case 'table':
      drawTable(canvas, root, block);
      break;
    case 'chart':
      drawChart(canvas, root, block);
      break;
    case 'drawing':
      drawDrawing(canvas, root, block);
      break;
    case 'pageBreak':
      canvas.pdf.addPage();
  }
}

function drawHeading(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  { level, text }: { level: 1 | 2 | 3; text: string },
): void {
  const { pdf, left, width } = canvas;
  const { tag, format, before, after } = headings[level];
  const printed = canvas.print(text);
  // Kept together with the first lines of the next block.
  canvas.ensureSpace(before + canvas.heightOf(printed, format, width) + after + 40);
  pdf.y += before;
  root.add(
    pdf.struct(tag, {}, () => {
      canvas.setFormat(format);
      pdf.text(printed, left, pdf.y, { width });
    }),
  );
  pdf.y += after;
}

function drawParagraph(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  { text, style = 'normal' }: { text: string; style?: PdfTextStyle },
): void {
  const { pdf, left, width } = canvas;
  const format = textFormats[style];
  canvas.ensureSpace(format.sizePt * 1.5);
  root.add(
    pdf.struct('P', {}, () => {
      canvas.setFormat(format);
      pdf.text(canvas.print(text), left, pdf.y, { width, lineGap });
    }),
  );
  pdf.y += blockGap;
}

function drawList(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  { items, isNumbered = false }: { items: readonly string[]; isNumbered?: boolean },
): void {
  const { pdf, left, width } = canvas;
  const list = pdf.struct('L');
  root.add(list);
  for (const [index, item] of items.entries()) {
    canvas.ensureSpace(textFormats.normal.sizePt * 1.5);
    list.add(
      pdf.struct('LI', {}, () => {
        canvas.setFormat(textFormats.normal);
        const y = pdf.y;
        pdf.text(isNumbered ? `${String(index + 1)}.` : '•', left + 4, y, { width: 20 });
        pdf.text(canvas.print(item), left + 24, y, { width: width - 24, lineGap });
      }),
    );
    pdf.y += 3;
  }
  list.end();
  pdf.y += blockGap - 3;
}

function drawFacts(canvas: Canvas, root: PDFKit.PDFStructureElement, entries: readonly PdfFact[]): void {
  const { pdf, left, width } = canvas;
  const labelWidth = 150;
  const labelFormat = { ...textFormats.normal, color: colors.muted };
  for (const { label, value, url } of entries) {
    const [name, text] = [canvas.print(label), canvas.print(value)];
    canvas.ensureSpace(
      Math.max(
        canvas.heightOf(name, labelFormat, labelWidth - 10),
        canvas.heightOf(text, textFormats.normal, width - labelWidth),
      ),
    );
    root.add(
      pdf.struct('P', {}, () => {
        const y = pdf.y;
        canvas.setFormat(labelFormat);
        pdf.text(name, left, y, { width: labelWidth - 10 });
        const labelEnd = pdf.y;
        canvas.setFormat(url === undefined ? textFormats.normal : linkFormat);
        pdf.text(text, left + labelWidth, y, { width: width - labelWidth, link: url ?? null });
        pdf.y = Math.max(pdf.y, labelEnd);
      }),
    );
    pdf.y += 4;
  }
  pdf.y += blockGap - 4;
}

function drawDrawing(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  { path, width, height, description }: PdfDrawing,
): void {
  const { pdf, left } = canvas;
  const scale = Math.min(240 / width, 80 / height);
  canvas.ensureSpace(height * scale);
  const top = pdf.y;
  root.add(
    pdf.struct('Figure', { alt: canvas.print(description) }, () => {
      pdf.save().translate(left, top).scale(scale);
      pdf
        .path(path)
        .lineWidth(1.6 / scale)
        .lineCap('round')
        .lineJoin('round')
        .strokeColor(colors.text)
        .stroke()
        .restore();
    }),
  );
  pdf.y = top + height * scale + blockGap;
}
