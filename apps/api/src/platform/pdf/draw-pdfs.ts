import { drawDocument } from './draw-blocks.ts';
import type { PdfDocument } from './pdf-document.ts';

/** A process that responds to each document with its bytes, or with the error. It ends with its parent. */
process.on('message', (document: PdfDocument) => {
  const answer = (message: unknown): void => void process.send?.(message);
  drawDocument(document).then(answer, answer);
});
