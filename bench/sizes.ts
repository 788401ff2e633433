import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export type Size = { readonly entry: string; readonly gzipBytes: number };

const check = resolve(import.meta.dirname, '../tools/checks/bundle-size.js');

/** The bytes that a browser loads for each screen, from the size check; empty if the web app is not built. */
export function measureSizes(): Size[] {
  const { stdout } = spawnSync(process.execPath, [check], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(?:ok|over)\s+([\d.]+) kB of\s+\d+\s+(.+)$/.exec(line);
    return found === null ? [] : [{ entry: found[2] ?? '', gzipBytes: Math.round(Number(found[1]) * 1000) }];
  });
}
