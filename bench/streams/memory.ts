import { readFileSync, writeFileSync } from 'node:fs';
import type { Session } from '../calls/http-load.ts';
import { createCsvCounter, type CsvCount } from './csv-count.ts';

const uploadBytes = 1024 ** 3;
const chunkBytes = 1024 ** 2;

export type StreamResult = {
  readonly exportExtra: number;
  readonly uploadExtra: number;
  /** The expected and actual number of customers in the export. */
  readonly customers: number;
  readonly csv: CsvCount;
};

/** The peak memory of a process since it started or since `resetPeak`, in MB. */
export function getPeakMemoryMb(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Math.round(Number(peak?.[1] ?? 0) / 1024);
}

/** The peak memory in MB that an export of all customers and an upload of 1 GB each add to the server. */
export async function measureStreams({
  pid,
  session,
}: {
  pid: number;
  session: Session;
}): Promise<StreamResult> {
  const counter = createCsvCounter();
  // A name that looks like a formula, so that the export has something to escape.
  await session.write('/users', { name: '=HYPERLINK("http://needle.example")' });
  const { total: customers } = await session.read<{ total: number }>('/users?limit=1');
  const exportExtra = await measureExtra(pid, async () => {
    const { ticket } = await session.write<{ ticket: { url: string } }>('/users/export', {
      filter: {},
      sort: 'name',
    });
    await session.download(ticket.url, counter.add);
  });
  const uploadExtra = await measureExtra(pid, () =>
    session.upload('/imports?name=large.csv', createLargeCsv()),
  );
  return { exportExtra, uploadExtra, customers, csv: counter.count() };
}

async function measureExtra(pid: number, act: () => Promise<void>): Promise<number> {
  resetPeak(pid);
  const before = getPeakMemoryMb(pid);
  await act();
  return getPeakMemoryMb(pid) - before;
}

/** From here on, the peak is measured from the current memory. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
}

function* createLargeCsv(): Generator<Buffer> {
  yield Buffer.from('Name,Email,Company,City\r\n');
  const line = 'Marlene Thistlewood,marlene@needle.example,Thistlewood Dental,Portland\r\n';
  const chunk = Buffer.from(line.repeat(Math.floor(chunkBytes / line.length)));
  for (let sent = 0; sent < uploadBytes; sent += chunk.length) yield chunk;
}
