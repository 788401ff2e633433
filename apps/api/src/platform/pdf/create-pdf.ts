import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './pdf-document.ts';

const timeoutMs = 60_000;
const idleMs = 20_000;
const maxHeapMegabytes = 512;

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The bytes of a PDF, the same for the same document. Drawn in a worker thread, since 30 pages take 400 ms; one
 * document at a time. The thread ends when it is idle. Throws past a minute or 512 MB.
 */
export async function createPdf(document: PdfDocument): Promise<Buffer> {
  const turn = last.then(() => drawInWorker(document));
  last = turn.catch(() => undefined);
  return turn;
}

async function drawInWorker(document: PdfDocument): Promise<Buffer> {
  clearTimeout(idle);
  worker ??= startWorker();
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(document);
  try {
    const answers: unknown[] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    const [bytes] = answers;
    if (!(bytes instanceof Uint8Array)) throw new Error('This PDF could not be drawn', { cause: bytes });
    worker.unref();
    idle = setTimeout(stopWorker, idleMs).unref();
    return Buffer.from(bytes);
  } catch (error) {
    stopWorker();
    throw error;
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    env: {},
  });
}

function stopWorker(): void {
  void worker?.terminate();
  worker = null;
}
