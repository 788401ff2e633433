import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPartFiles } from './part-files.ts';

it('has no bytes of an upload that does not exist, and fails where the disk cannot be read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await createPartFiles(folder).size('none')).toBe(0);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(createPartFiles(file).size('none')).rejects.toThrow('ENOTDIR');
  await expect(createPartFiles(file).sweep(new Date())).rejects.toThrow('ENOTDIR');
});
