import { type Canvas, colors, type TextFormat } from './page-layout.ts';
import type { PdfTable } from './pdf-document.ts';

const headFormat: TextFormat = { font: 'bold', sizePt: 8.5, color: colors.muted };
const cellFormat: TextFormat = { font: 'regular', sizePt: 9, color: colors.text };
const totalFormat: TextFormat = { font: 'bold', sizePt: 9, color: colors.text };
const padding = { x: 6, y: 4.5 };

type Layout = { readonly widths: readonly number[]; readonly columns: PdfTable['columns'] };
type Row = { readonly cells: readonly string[]; readonly format: TextFormat; readonly tag: 'TH' | 'TD' };

export function drawTable(canvas: Canvas, root: PDFKit.PDFStructureElement, table: PdfTable): void {
  const { pdf } = canvas;
  const printed = (cells: readonly string[]): string[] =>
    table.columns.map((_, index) => canvas.print(cells[index] ?? ''));
  const head: Row = {
    cells: printed(table.columns.map(({ heading }) => heading)),
    format: headFormat,
    tag: 'TH',
  };
  const rows = table.rows.map((cells): Row => ({ cells: printed(cells), format: cellFormat, tag: 'TD' }));
  if (table.totals !== undefined) rows.push({ cells: printed(table.totals), format: totalFormat, tag: 'TD' });
  const widths = getColumnWidths(canvas, [head, ...rows]);
  const heightOf = (row: Row): number => getRowHeight(canvas, row, widths);
  const layout = { widths, columns: table.columns };
  const element = pdf.struct('Table');
  root.add(element);

  canvas.ensureSpace(heightOf(head) + (rows[0] === undefined ? 0 : heightOf(rows[0])));
  drawRow(canvas, { parent: element, row: head, layout });
  for (const row of rows) {
    if (pdf.y + heightOf(row) > pdf.page.maxY()) {
      pdf.addPage();
      drawRow(canvas, { parent: null, row: head, layout });
    }
    drawRow(canvas, { parent: element, row, layout });
  }
  element.end();
  pdf.y += 10;
}

/** Without a parent, the row is a repeated header. */
function drawRow(
  canvas: Canvas,
  { parent, row, layout }: { parent: PDFKit.PDFStructureElement | null; row: Row; layout: Layout },
): void {
  const { pdf, left } = canvas;
  const top = pdf.y;
  const height = getRowHeight(canvas, row, layout.widths);
  drawBackground(canvas, row, height);
  const element = parent === null ? null : pdf.struct('TR');
  if (element !== null) parent?.add(element);
  let x = left;
  for (const [index, text] of row.cells.entries()) {
    const width = layout.widths[index] ?? 0;
    const box = { x: x + padding.x, y: top + padding.y, width: width - 2 * padding.x, height };
    const draw = (): void => {
      canvas.setFormat(row.format);
      pdf.text(text, box.x, box.y, {
        width: box.width,
        height: box.height - 2 * padding.y + 1,
        align: layout.columns[index]?.isNumber === true ? 'right' : 'left',
        ellipsis: true,
      });
    };
    if (element === null) markArtifact(canvas, draw);
    else element.add(pdf.struct(row.tag, {}, draw));
    x += width;
  }
  element?.end();
  pdf.y = top + height;
}

function drawBackground(canvas: Canvas, { tag }: Row, height: number): void {
  const { pdf, left, width } = canvas;
  const bottom = pdf.y + height;
  markArtifact(canvas, () => {
    if (tag === 'TH') pdf.rect(left, pdf.y, width, height).fill(colors.shade);
    pdf
      .moveTo(left, bottom)
      .lineTo(left + width, bottom)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke();
  });
}

function markArtifact({ pdf }: Canvas, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

/** At most the height of a page below its repeated header. */
function getRowHeight(canvas: Canvas, { cells, format }: Row, widths: readonly number[]): number {
  const heights = cells.map((text, index) =>
    canvas.heightOf(text, format, (widths[index] ?? 0) - 2 * padding.x),
  );
  const { page } = canvas.pdf;
  const maxHeight = page.maxY() - page.margins.top - 40;
  return Math.min(Math.max(...heights) + 2 * padding.y, maxHeight);
}

/** Widths in proportion to the longest texts; missing or remaining space is divided in proportion. */
function getColumnWidths(canvas: Canvas, rows: readonly Row[]): number[] {
  const natural = (rows[0]?.cells ?? []).map((_, index) => {
    const textWidths = rows.map(({ cells, format }) => getWidestLine(canvas, cells[index] ?? '', format));
    return Math.min(Math.max(...textWidths) + 2 * padding.x + 1, canvas.width * 0.6);
  });
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= canvas.width) return natural.map((width) => (width * canvas.width) / total);
  const share = canvas.width / natural.length;
  const narrow = natural.filter((width) => width <= share).reduce((sum, width) => sum + width, 0);
  const wide = total - narrow;
  return natural.map((width) => (width <= share ? width : (width * (canvas.width - narrow)) / wide));
}

function getWidestLine(canvas: Canvas, text: string, format: TextFormat): number {
  return Math.max(...text.split('\n').map((line) => canvas.widthOf(line.slice(0, 120), format)));
}
