import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { assertBundlesExist, spawnConfined } from '#adapters/confined-child.ts';

it('a process for untrusted input reads neither data nor source, writes nothing, starts nothing, and reaches no network', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handover-confinement-'));
  const file = join(folder, 'secret.key');
  await writeFile(file, 'secret');
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    const child = spawnConfined(new URL('./attempts.ts', import.meta.url), {
      maxHeapMegabytes: 128,
      timeoutMs: 60_000,
    });
    child.stdin.end(
      JSON.stringify({ file, port: typeof address === 'object' && address !== null ? address.port : 0 }),
    );
    expect(JSON.parse(await text(child.stdout))).toEqual({ tried: 13, succeeded: [] });
    expect(requests).toBe(0);
    expect(await readdir(folder)).toEqual(['secret.key']);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 90_000);

it('an idle process makes room for others', async () => {
  const program = new URL('./attempts.ts', import.meta.url);
  const children = [true, false].map((givesWay) =>
    spawnConfined(program, { maxHeapMegabytes: 128, givesWay }),
  );
  try {
    const [low, usual] = children.map(({ pid }) => (pid === undefined ? Number.NaN : getPriority(pid)));
    expect([low, usual]).toEqual([Math.max(10, getPriority()), getPriority()]);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});

it('a server without the programs does not start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handover-confinement-'));
  try {
    expect(() => assertBundlesExist(pathToFileURL(`${folder}/`))).toThrow('npm start');
    expect(() => assertBundlesExist()).not.toThrow();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
