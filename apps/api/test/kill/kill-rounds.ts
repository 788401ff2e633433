import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { createRandom } from '#workflows/sample-data/random.ts';
import { startWriting, type Ledger } from './ledger.ts';
import { readJson } from '#lib/text.ts';

export type KillReport = {
  readonly rounds: number;
  readonly inFlightWhenKilled: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
};

const password = 'kill test password';
const writesPerRound = 30;
const maxRecoveryMs = 30_000;

/**
 * Kills the server and its database in turn, at random moments under write load, and starts again
 * without help; then compares what is there with what was acknowledged.
 */
export async function runKillRounds({
  rounds,
  writers,
  seed,
}: {
  rounds: number;
  writers: number;
  seed: number;
}): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-kill-'));
  const port = await findFreePort();
  const random = createRandom(seed);
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ dataDir, port, env: { SAMPLE_PASSWORD: password, SAMPLE_DATA: 'true' } });
  let server = await start();
  try {
    const target = await signIn(server.address);
    const ledger = startWriting(target, writers);
    let inFlightWhenKilled = 0;
    for (let round = 0; round < rounds; round += 1) {
      await untilWriting(ledger);
      await pause(random.below(800));
      inFlightWhenKilled += ledger.inFlight();
      if (round % 2 === 0) {
        await server.kill();
        server = await start();
      } else {
        await server.killDatabase();
      }
    }
    await ledger.stop();
    const found = await readNotes(target);
    const lost = [...ledger.acknowledged].filter((text) => !found.has(text));
    const doubled = [...found].filter(([, times]) => times > 1).map(([text]) => text);
    return { rounds, inFlightWhenKilled, acknowledged: ledger.acknowledged.size, lost, doubled };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Every kill strikes a server that works again, however long the machine took to get there. */
async function untilWriting({ acknowledged }: Ledger): Promise<void> {
  const enough = acknowledged.size + writesPerRound;
  const deadline = Date.now() + maxRecoveryMs;
  while (acknowledged.size < enough) {
    if (Date.now() > deadline) throw new Error('The server did not get back to work after it was killed');
    await pause(10);
  }
}

async function signIn(address: string) {
  const { token, user } = await call<{ token: string; user: { workspaceId: string } }>(
    `${address}/api/auth/login`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@handover.test', password }),
    },
  );
  const headers = { authorization: `Bearer ${token}`, 'x-workspace': user.workspaceId };
  const { users } = await call<{ users: { id: string }[] }>(`${address}/api/users?limit=20`, { headers });
  return {
    address,
    token,
    workspaceId: user.workspaceId,
    customerIds: users.map((customer) => customer.id),
    headers,
  };
}

async function readNotes({
  address,
  headers,
  customerIds,
}: Awaited<ReturnType<typeof signIn>>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const id of customerIds) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const after = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: { notes: { body: string }[]; nextCursor: string | null } = await call(
        `${address}/api/users/${id}/notes?limit=100${after}`,
        { headers },
      );
      for (const { body } of page.notes)
        if (/^\d+-\d+$/.test(body)) found.set(body, (found.get(body) ?? 0) + 1);
      cursor = page.nextCursor;
    }
  }
  return found;
}

/** Reads JSON, waiting for a database that is just coming back. */
async function call<T>(url: string, init: RequestInit): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url, init);
    if (response.ok) {
      return readJson<T>(await response.text());
    }
    if (response.status !== 503)
      throw new Error(`${url} answered ${String(response.status)}: ${await response.text()}`);
    await pause(100);
  }
  throw new Error(`${url} stayed unavailable`);
}
