import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '../calls/http-load.ts';
import { getPeakMemoryMb, resetPeak } from './memory.ts';

const rowsOfFile = 100_000;
const pollMs = 250;

export type MeasuredImport = {
  readonly name: string;
  readonly rows: number;
  /** From the start of the import to its end, without the upload and the check. */
  readonly seconds: number;
  /** The server's peak memory, including the worker. */
  readonly peakMb: number;
};

type Run = {
  readonly id: string;
  readonly status: string;
  readonly mapping: object;
  readonly counts: { readonly created: number; readonly updated: number };
};

/** Imports 100,000 new customers, and the same file once more, which updates them. `into` names the workspace. */
export async function measureImports({
  pid,
  session,
  into,
}: {
  pid: number;
  session: Session;
  into: string;
}): Promise<MeasuredImport[]> {
  const measured: MeasuredImport[] = [];
  for (const name of ['new customers', 'the same file again']) {
    const id = await uploadFile(session, name);
    resetPeak(pid);
    const startedAt = performance.now();
    const { mapping } = await findRun(session, id);
    await session.write(`/imports/${id}/start`, { mapping, mode: 'both', overwrite: 'all' });
    const { counts } = await waitUntilDone(session, id);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    if (counts.created + counts.updated === 0 && name === 'new customers')
      throw new Error('The import created nobody');
    measured.push({ name: `${name}, into ${into}`, rows: rowsOfFile, seconds, peakMb: getPeakMemoryMb(pid) });
  }
  return measured;
}

async function uploadFile(session: Session, name: string): Promise<string> {
  await session.upload(`/imports?name=${encodeURIComponent(`${name}.csv`)}&recordType=customer`, csv());
  const { imports } = await session.read<{ imports: readonly Run[] }>('/imports?recordType=customer&limit=1');
  const [newest] = imports;
  if (newest === undefined) throw new Error('The import is not listed');
  return newest.id;
}

async function findRun(session: Session, id: string): Promise<Run> {
  return (await session.read<{ import: Run }>(`/imports/${id}`)).import;
}

async function waitUntilDone(session: Session, id: string): Promise<Run> {
  for (;;) {
    const run = await findRun(session, id);
    if (run.status === 'done') return run;
    if (['failed', 'canceled'].includes(run.status)) throw new Error(`The import has ${run.status}`);
    await wait(pollMs);
  }
}

/** Organizations with phones, addresses, and tags, as brokers get them from registers. */
function* csv(): Generator<Buffer> {
  yield Buffer.from('Name,Email,Phone,Address,City,State,ZIP,Tags\r\n');
  const step = 1000;
  for (let first = 0; first < rowsOfFile; first += step) {
    const lines = Array.from({ length: step }, (_, index) => {
      const number = first + index;
      const digits = String(number).padStart(7, '0');
      return `Imported Clinic ${digits},clinic${digits}@import.example,(555) ${digits.slice(0, 3)}-${digits.slice(3)},${String(number % 9000)} Main St,Portland,OR,97${digits.slice(4)},Register\r\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}
