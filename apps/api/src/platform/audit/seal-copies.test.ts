import { appendFile, readFile, stat } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { copySeal, readSealCopies, getSealFile } from './seal-copies.ts';
import { sealAudit, verifyAudit, type AuditVerdict } from './seal.ts';

let api: TestApi;
let admin: Caller;
const lines: unknown[] = [];
beforeEach(async () => {
  api = await startApi();
  admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
});
afterEach(() => api.close());

const sealedAt = new Date('2026-11-23T10:00:00.000Z');
const getSealPath = () => getSealFile(api.dataDir);
const verify = (): Promise<AuditVerdict> => verifyAudit(api.db, { copies: readSealCopies(getSealPath()) });

/** Writes an entry and seals it, by default with a copy. */
async function sealOne({ isCopied = true } = {}): Promise<void> {
  await admin.post('/tags', { name: `Tag ${String(Math.random())}` });
  const { logger } = api.booted.platform;
  const copied = Object.assign(Object.create(logger), { info: (line: unknown) => lines.push(line) });
  const copy = isCopied
    ? (seal: Parameters<typeof copySeal>[0]) => copySeal(seal, { dataDir: api.dataDir, logger: copied })
    : undefined;
  expect(await sealAudit(api.db, sealedAt, copy)).toBe(1);
}

/** Simulates an attack by the database owner: deletes the newest seals with their entries. */
async function cutOff(seals: number): Promise<void> {
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query(
    `WITH cut AS (DELETE FROM audit_seals WHERE seq > (SELECT max(seq) FROM audit_seals) - $1 RETURNING entry_ids)
     DELETE FROM audit_entries WHERE id IN (SELECT unnest(entry_ids) FROM cut)`,
    [seals],
  );
  await owner.end();
}

it('writes each seal to the log and to a file that only its owner can read', async () => {
  await sealOne();
  const { hash } = await api.db.selectFrom('audit_seals').select('hash').executeTakeFirstOrThrow();
  const line = `2026-11-23T10:00:00.000Z 1 ${hash.toString('hex')}`;
  expect(await readFile(getSealPath(), 'utf8')).toBe(`${line}\n`);
  expect(lines.at(-1)).toEqual({ seal: line });
  expect((await stat(getSealPath())).mode & 0o777).toBe(0o600);
});

it('compares the log with the copies, and accepts seals from before the first copy', async () => {
  await sealOne({ isCopied: false });
  await sealOne();
  await appendFile(getSealPath(), '2026-11-23T10:00:01.000Z 3 ab');
  await appendFile(getSealPath(), '\n');
  await sealOne();
  expect(await verify()).toMatchObject({ isIntact: true, seals: 3, copiedSeals: 2, cutOff: null });
});

it('notices that the end of the log was cut off', async () => {
  for (let seal = 0; seal < 3; seal += 1) await sealOne();
  await cutOff(2);
  expect(await verifyAudit(api.db)).toMatchObject({ isIntact: true, seals: 1 });
  expect(await verify()).toMatchObject({
    isIntact: false,
    seals: 1,
    firstBadSeal: null,
    cutOff: { seq: 3, sealedAt },
  });
});

it('notices it also after the log has grown beyond the cut', async () => {
  for (let seal = 0; seal < 3; seal += 1) await sealOne();
  await cutOff(2);
  for (let seal = 0; seal < 3; seal += 1) await sealOne();
  expect(await verifyAudit(api.db)).toMatchObject({ isIntact: true, seals: 4 });
  expect(await verify()).toMatchObject({ isIntact: false, firstBadSeal: 2 });
});

it('does not report a seal as missing that was added while the log was read', async () => {
  await sealOne();
  let isAdded = false;
  const verdict = await verifyAudit(api.db, {
    copies: readSealCopies(getSealPath()),
    onProgress: async () => {
      if (!isAdded) await sealOne();
      isAdded = true;
    },
  });
  expect(verdict).toMatchObject({ isIntact: true, cutOff: null });
});
