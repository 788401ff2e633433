import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkLibraries, prepareBinaries } from './binaries.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handover-binaries-'));
  await mkdir(path.join(folder, 'native/lib'), { recursive: true });
  await writeFile(path.join(folder, 'native/lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('linkLibraries', () => {
  const link = () => path.join(folder, 'native/lib/libpq.so.5');

  it('creates the links that the install script would have created', async () => {
    await linkLibraries(folder);
    expect(await readlink(link())).toBe('libpq.so.5.18');
    expect(await readFile(link(), 'utf8')).toBe('library');
  });

  it('repairs a broken link and keeps a valid one', async () => {
    await symlink('gone', link());
    await linkLibraries(folder);
    await linkLibraries(folder);
    expect(await readFile(link(), 'utf8')).toBe('library');
  });

  it('needs no list', async () => {
    await rm(path.join(folder, 'native/pg-symlinks.json'));
    await expect(linkLibraries(folder)).resolves.toBeUndefined();
  });
});

describe('prepareBinaries', () => {
  it('finds the programs of this platform', async () => {
    const { postgres, initdb } = await prepareBinaries(undefined);
    expect(path.isAbsolute(postgres)).toBe(true);
    expect((await readFile(initdb)).length).toBeGreaterThan(1000);
  });
});
