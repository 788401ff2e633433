import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDatabaseProcesses, startExpectingFailure } from './running-server.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'handover-refused-')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('the server does not start', () => {
  it('with settings it cannot use, and names each of them without its value', async () => {
    const { exitCode, output } = await startExpectingFailure({
      DATA_DIR: dataDir,
      PORT: '99999',
      SMTP_URL: 'http://secret@mail.test',
      TRUST_PROXY: 'everybody',
    });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/PORT: expected.*\n.*SMTP_URL: expected.*\n.*TRUST_PROXY: expected/);
    expect(output).not.toMatch(/secret@|at .*\.ts:\d+/);
    expect(await listDatabaseProcesses(dataDir)).toEqual([]);
  });

  it('with a database elsewhere and no secret key', async () => {
    const { exitCode, output } = await startExpectingFailure({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    expect(exitCode).toBe(1);
    expect(output).toContain('SECRET_KEY: required with DATABASE_URL');
  });

  it('on a port that is taken, and leaves no database behind', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { exitCode, output } = await startExpectingFailure({ DATA_DIR: dataDir, PORT: String(port) });
    holder.close();
    expect(exitCode).toBe(1);
    // It is written only once, so it must be seen even if the server never listens.
    expect(output).toMatch(/\n {2}Password: +\S/);
    expect(output).toMatch(/\nThe port is in use by another program\. .*\n\n$/);
    expect(await listDatabaseProcesses(dataDir)).toEqual([]);
  });

  it('on a data folder in use or with another secret key, with the reason', async () => {
    const port = await findFreePort();
    const first = await startServerProcess({ dataDir, port });
    try {
      const second = await startExpectingFailure({ DATA_DIR: dataDir, PORT: String(await findFreePort()) });
      expect(second).toMatchObject({ exitCode: 1 });
      expect(second.output).toContain(`already running (pid ${String(first.pid)}) on this data folder`);
      expect((await fetch(`${first.address}/api/ready`)).status).toBe(200);
    } finally {
      await first.stop();
    }
    const other = await startExpectingFailure({
      DATA_DIR: dataDir,
      PORT: String(port),
      SECRET_KEY: 'x'.repeat(32),
    });
    expect(other.exitCode).toBe(1);
    expect(other.output).toMatch(/The secret key \(fingerprint .+\) does not match this database/);
    expect(other.output).not.toContain('x'.repeat(32));
    expect(await listDatabaseProcesses(dataDir)).toEqual([]);
  });

  it('without the secret key of its database, and makes no new one', async () => {
    const keyFile = join(dataDir, 'secret.key');
    const port = await findFreePort();
    await (await startServerProcess({ dataDir, port })).stop();
    await rename(keyFile, `${keyFile}.moved`);
    const { exitCode, output } = await startExpectingFailure({ DATA_DIR: dataDir, PORT: String(port) });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/The secret key .* is missing\. Set SECRET_KEY or restore secret\.key/);
    await expect(readFile(keyFile)).rejects.toThrow('ENOENT');
    await rename(`${keyFile}.moved`, keyFile);
    expect(await listDatabaseProcesses(dataDir)).toEqual([]);
  });
});
