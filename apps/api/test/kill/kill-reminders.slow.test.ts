import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toLocalTime } from '@handover/domain/local-time.ts';
import { queryEmbeddedDatabase } from '@handover/testing/embedded-database.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samplePassword, signIn, waitFor, type Session } from '../outages/running-server.ts';

const tasks = 400;
const atOnce = 20;
const kills = 3;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let dataDir: string;
let server: ServerProcess;
const start = async (): Promise<Session> => {
  const env = { SAMPLE_DATA: 'true', SAMPLE_PASSWORD: samplePassword };
  server = await startServerProcess({ dataDir, port: await findFreePort(), env });
  return signIn(server.address);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'handover-reminders-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('every reminder is sent once, however often the server is killed meanwhile', async () => {
  let session = await start();
  const marker = `Remember ${String(process.pid)}`;
  const { timeZone } = (await session.get('/auth/profile')).body.user;
  const at = toLocalTime(new Date(Date.now() + dayMs), timeZone);
  for (let number = 0; number < tasks; number += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, (_, more) =>
        session.post('/tasks', {
          title: `${marker} #${String(number + more)}`,
          reminder: { kind: 'at', at, byEmail: false },
        }),
      ),
    );
  await advance(marker);

  for (let kill = 0; kill < kills; kill += 1) {
    const before = await countReminders(session, marker);
    const seen = await waitFor(
      () => countReminders(session, marker),
      (count) => count > before || count === tasks,
      2 * minuteMs,
    );
    expect(seen, 'killed while reminders were still to come').toBeLessThan(tasks);
    await server.kill();
    session = await start();
  }

  await waitFor(
    () => countReminders(session, marker),
    (count) => count >= tasks,
    2 * minuteMs,
  );
  const titles = await listReminders(session, marker);
  expect(titles).toHaveLength(tasks);
  expect(new Set(titles).size).toBe(tasks);
}, 480_000);

/** Makes all of them due at the same moment, as if the day had passed. */
async function advance(marker: string): Promise<void> {
  await queryEmbeddedDatabase(
    dataDir,
    `UPDATE task_reminders SET fires_at = now() FROM tasks WHERE tasks.id = task_id AND starts_with(title, $1)`,
    [marker],
  );
}

async function countReminders(session: Session, marker: string): Promise<number> {
  return (await listReminders(session, marker)).length;
}

async function listReminders(session: Session, marker: string): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const { body }: Awaited<ReturnType<Session['get']>> = await session.get(
      `/notifications?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    titles.push(...body.notifications.map(({ title }: { title: string }) => title));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return titles.filter((title) => title.startsWith(`Reminder: ${marker}`));
}
