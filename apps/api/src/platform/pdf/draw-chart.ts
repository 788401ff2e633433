import { type Canvas, colors, type TextFormat } from './page-layout.ts';
import type { PdfChart } from './pdf-document.ts';

const barColors = {
  primary: colors.primary,
  positive: colors.positive,
  negative: colors.negative,
  muted: colors.neutral,
};
const format: TextFormat = { font: 'regular', sizePt: 8.5, color: colors.text };
const lineFormat: TextFormat = { font: 'bold', sizePt: 8, color: colors.muted };
const rowHeight = 22;
const barHeight = 11;
const minLabelWidth = 130;
const textWidth = 110;

export function drawChart(canvas: Canvas, root: PDFKit.PDFStructureElement, chart: PdfChart): void {
  const { pdf } = canvas;
  const lines = chart.lines ?? [];
  const headHeight = lines.length * 12 + 4;
  const height = headHeight + chart.bars.length * rowHeight;
  canvas.ensureSpace(height);
  const top = pdf.y;
  const labelWidth = getLabelWidth(canvas, chart);
  const xOf = createScale(canvas, { ...chart, labelWidth });
  root.add(
    pdf.struct('Figure', { alt: canvas.print(chart.description) }, () => {
      for (const [index, bar] of chart.bars.entries())
        drawBar(canvas, { bar, y: top + headHeight + index * rowHeight, xOf, labelWidth });
      for (const [index, line] of lines.entries())
        drawLine(canvas, { ...line, x: xOf(line.value), y: top + index * 12, bottom: top + height });
    }),
  );
  pdf.y = top + height + 10;
}

/** As wide as the widest label, but at most two fifths of the page. */
function getLabelWidth(canvas: Canvas, { bars }: PdfChart): number {
  const widest = Math.max(...bars.map(({ label }) => canvas.widthOf(canvas.print(label), format)));
  return Math.min(Math.max(widest + 12, minLabelWidth), canvas.width * 0.4);
}

type BarPlace = { y: number; xOf: (value: number) => number; labelWidth: number };

function drawBar(
  canvas: Canvas,
  { bar, y, xOf, labelWidth }: BarPlace & { bar: PdfChart['bars'][number] },
): void {
  const { pdf, left, width } = canvas;
  const [start, end] = [xOf(Math.min(bar.from, bar.to)), xOf(Math.max(bar.from, bar.to))];
  const options = { height: 12, ellipsis: true };
  canvas.setFormat(format);
  pdf.text(canvas.print(bar.label), left, y + 4, { ...options, width: labelWidth - 8 });
  pdf
    .roundedRect(start, y + (rowHeight - barHeight) / 2, Math.max(end - start, 1.5), barHeight, 2)
    .fill(barColors[bar.tone ?? 'primary']);
  canvas.setFormat(format);
  pdf.text(canvas.print(bar.text), left + width - textWidth, y + 4, {
    ...options,
    width: textWidth,
    align: 'right',
  });
}

function drawLine(
  canvas: Canvas,
  { text, x, y, bottom }: { text: string; x: number; y: number; bottom: number },
): void {
  const { pdf, left, width } = canvas;
  const printed = canvas.print(text);
  const labelX = Math.min(x + 4, left + width - canvas.widthOf(printed, lineFormat));
  pdf.moveTo(x, y).lineTo(x, bottom).lineWidth(1).dash(3, { space: 2 }).strokeColor(colors.muted).stroke();
  pdf.undash();
  canvas.setFormat(lineFormat);
  pdf.text(printed, labelX, y, { lineBreak: false });
}

/** Positions of values between the labels and the texts; the axis includes 0 if bars start there. */
function createScale(
  { left, width }: Canvas,
  { bars, lines = [], labelWidth }: PdfChart & { labelWidth: number },
): (value: number) => number {
  const values = [...bars.flatMap(({ from, to }) => [from, to]), ...lines.map(({ value }) => value)];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const plotWidth = width - labelWidth - textWidth - 8;
  return (value) => left + labelWidth + (max === min ? 0 : ((value - min) / (max - min)) * plotWidth);
}
