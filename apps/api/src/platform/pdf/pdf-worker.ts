import { parentPort } from 'node:worker_threads';
import { drawDocument } from './draw-blocks.ts';
import type { PdfDocument } from './pdf-document.ts';

/** Responds to each document with its bytes, or with the error. */
parentPort?.on('message', (document: PdfDocument) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const answer = (message: unknown): void => parentPort?.postMessage(message);
  drawDocument(document).then(answer, answer);
});
