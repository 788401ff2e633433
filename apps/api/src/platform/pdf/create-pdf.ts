import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createGate } from '#lib/gate.ts';
import type { PdfDocument } from './pdf-document.ts';

const timeoutMs = 60_000;
const idleMs = 20_000;
const maxHeapMegabytes = 512;

let child: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;
const inOrder = createGate(1);

/**
 * The bytes of a PDF, the same for the same document. Drawn in a separate process, since 30 pages take 400 ms and fonts
 * take 80 MB; one document at a time. The process ends when it is idle. Throws past a minute or 512 MB.
 */
export async function createPdf(document: PdfDocument): Promise<Buffer> {
  return inOrder(() => drawInChild(document));
}

async function drawInChild(document: PdfDocument): Promise<Buffer> {
  clearTimeout(idle);
  child ??= startChild();
  child.ref();
  child.channel?.ref();
  child.send(document);
  try {
    const answers: unknown[] = await once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    const [bytes] = answers;
    if (!(bytes instanceof Uint8Array)) throw new Error('This PDF could not be drawn', { cause: bytes });
    child.unref();
    child.channel?.unref();
    idle = setTimeout(stopChild, idleMs).unref();
    return Buffer.from(bytes);
  } catch (error) {
    stopChild();
    throw error;
  }
}

function startChild(): ChildProcess {
  const started = fork(new URL('./draw-pdfs.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${String(maxHeapMegabytes)}`, '--no-warnings'],
    env: {},
  });
  // An error fails the document that is being drawn. Between documents there is nothing to fail.
  started.on('error', () => undefined);
  started.once('exit', (code) => {
    if (child === started) child = null;
    started.emit('error', new Error(`The process that draws PDFs ended with code ${String(code)}`));
  });
  return started;
}

function stopChild(): void {
  child?.kill('SIGKILL');
  child = null;
}
