import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePassword, signIn, startExpectingFailure } from '../outages/running-server.ts';

let folder: string;
let source: string;
let server: ServerProcess;
let file: string;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handover-commands-'));
  source = join(folder, 'source');
  file = join(folder, 'archive.tar.gz');
  port = await findFreePort();
  server = await startServerProcess({
    dataDir: source,
    port,
    env: { SAMPLE_PASSWORD: samplePassword, SAMPLE_DATA: 'true' },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => rm(file, { force: true }));

/** Runs one of the commands like the launcher, and returns its exit code and output. */
async function runCommand(name: 'backup' | 'restore', args: string[], dataDir: string) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, `../../src/${name}.ts`), ...args], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, SAMPLE_DATA: 'false', INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, output };
}

/** A data folder that holds nothing but the secret key of the source. */
async function createFolderWithKey(name: string): Promise<string> {
  const target = join(folder, name);
  await mkdir(target);
  await cp(join(source, 'secret.key'), join(target, 'secret.key'));
  return target;
}

describe('the commands', () => {
  it('backs up while the server runs; the restored copy starts, accepts sign-ins, and has the same customers', async () => {
    const before = await signIn(server.address);
    const made = await runCommand('backup', ['--out', 'archive.tar.gz'], source);
    expect(made).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/archive\.tar\.gz\n {2}[\d,]+ rows, \d+ files/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await before.get('/users?limit=1')).status).toBe(200);
    expect(await readFile(file)).not.toContain(await readFile(join(source, 'secret.key')));

    const target = await createFolderWithKey('target');
    const restored = await runCommand('restore', ['archive.tar.gz'], target);
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringContaining('Restored ') });
    const otherPort = await findFreePort();
    const other = await startServerProcess({ dataDir: target, port: otherPort });
    try {
      const after = await signIn(other.address);
      const ids = async (session: typeof before): Promise<string[]> =>
        (await session.get('/users?limit=50')).body.users.map(({ id }: { id: string }) => id);
      expect(await ids(after)).toEqual(await ids(before));
      await after.post('/audit/checks', {});
      await expect
        .poll(async () => (await after.get('/audit/checks/latest')).body.check.status, { timeout: 15_000 })
        .toBe('intact');
    } finally {
      await other.stop();
    }
    const again = await runCommand('restore', ['archive.tar.gz'], target);
    expect(again).toMatchObject({ exitCode: 1, output: expect.stringMatching(/already files|not empty/) });
  });

  it('say what is wrong, and leave no file', async () => {
    const nowhere = await runCommand('backup', ['--out', 'archive.tar.gz'], join(folder, 'nowhere'));
    expect(nowhere).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('There is no installation'),
    });
    await writeFile(join(folder, 'plain'), '');
    const inFile = await runCommand('backup', ['--out', 'plain/archive.tar.gz'], source);
    expect(inFile).toMatchObject({ exitCode: 1, output: expect.stringContaining('No backup was created') });
    await writeFile(file, 'mine');
    const taken = await runCommand('backup', ['--out', 'archive.tar.gz'], source);
    expect(taken).toMatchObject({ exitCode: 1, output: expect.stringContaining('already exists') });
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const running = await runCommand('restore', ['archive.tar.gz'], source);
    expect(running).toMatchObject({ exitCode: 1, output: expect.stringContaining('not a backup') });
  });

  it('back up into a folder, and clean it of what a killed backup left', async () => {
    const kept = join(folder, 'kept');
    const left = 'handover-killed.tar.gz.part';
    await mkdir(kept);
    await writeFile(join(kept, left), 'half');
    await utimes(join(kept, left), new Date(0), new Date(0));
    expect((await runCommand('backup', ['--to', 'kept'], source)).exitCode).toBe(0);
    const names = await readdir(kept);
    expect(names).toContain('objects');
    expect(names).not.toContain(left);
  });

  it('require the secret key before anything is written, or continue without it', async () => {
    await runCommand('backup', ['--out', 'archive.tar.gz'], source);
    const target = join(folder, 'keyless');
    const refused = await runCommand('restore', ['archive.tar.gz'], target);
    expect(refused).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('No secret key was found'),
    });
    expect(await readdir(target).catch(() => [])).toEqual([]);
    const renewed = await runCommand('restore', ['archive.tar.gz', '--new-key'], target);
    expect(renewed).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Set up again under the new key'),
    });
    expect(await readdir(target)).toContain('secret.key');
    expect((await stat(join(target, 'secret.key'))).size).toBeGreaterThan(0);
  });

  it('continue after a killed restore, and a server does not start in between', async () => {
    await runCommand('backup', ['--out', 'archive.tar.gz'], source);
    const target = await createFolderWithKey('killed');
    const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../src/restore.ts'), file], {
      env: { ...process.env, DATA_DIR: target },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of child.stdout) if (String(chunk).includes('Creating the tables')) break;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const vain = await startExpectingFailure({ DATA_DIR: target, PORT: String(await findFreePort()) });
    expect(vain).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('A restore into this database was interrupted'),
    });
    expect((await runCommand('restore', [file], target)).exitCode).toBe(0);
  });
});
