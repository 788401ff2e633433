import { join } from 'node:path';
import type { Config } from '#lib/config.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The configured file store: a bucket, or a folder below the data folder. `fingerprint` is the key's that it belongs to. */
export function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, fingerprint: string): Storage {
  return s3 === undefined
    ? createLocalStorage({ folder: join(dataDir, 'files'), fingerprint })
    : createS3Storage({ config: s3, spoolFolder: join(dataDir, 'spool'), fingerprint });
}
