import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from './builds.js';
import { inRoot } from './paths.js';

/** @type {string} */
let folder;
/** @type {import('./builds.js').Build} */
let build;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'handover-builds-'));
  const relative = path.relative(inRoot(), folder);
  build = {
    name: 'a test',
    folder: relative,
    tool: path.join(folder, 'tool.js'),
    args: [],
    sources: [path.join(relative, 'source')],
    output: path.join(relative, 'output'),
  };
  await writeFile(
    build.tool,
    `const fs = require('node:fs');
    fs.appendFileSync('builds', '+');
    fs.mkdirSync('output', { recursive: true });
    fs.writeFileSync('output/result', fs.readFileSync('source'));`,
  );
  await writeFile(path.join(folder, 'source'), 'one');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function buildAgain() {
  await ensureBuilt(process.execPath, [build]);
  return {
    result: await readFile(path.join(folder, 'output/result'), 'utf8'),
    builds: (await readFile(path.join(folder, 'builds'), 'utf8')).length,
  };
}

it('builds once for the same sources', { timeout: 60_000 }, async () => {
  expect(await buildAgain()).toEqual({ result: 'one', builds: 1 });
  expect(await buildAgain()).toEqual({ result: 'one', builds: 1 });
});

it('builds again after a change of the sources, or of what was built', { timeout: 60_000 }, async () => {
  await buildAgain();
  await writeFile(path.join(folder, 'source'), 'two');
  expect(await buildAgain()).toEqual({ result: 'two', builds: 2 });
  await writeFile(path.join(folder, 'output/result'), 'changed');
  expect(await buildAgain()).toEqual({ result: 'two', builds: 3 });
  await rm(path.join(folder, 'output'), { recursive: true });
  expect(await buildAgain()).toEqual({ result: 'two', builds: 4 });
});

it('reports why a build failed, and builds again the next time', { timeout: 60_000 }, async () => {
  await rm(path.join(folder, 'source'));
  await expect(buildAgain()).rejects.toThrow(/Building a test failed:[^]*ENOENT/);
  await writeFile(path.join(folder, 'source'), 'one');
  expect(await buildAgain()).toEqual({ result: 'one', builds: 2 });
});
