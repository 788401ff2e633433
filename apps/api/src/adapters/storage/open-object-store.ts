import { join } from 'node:path';
import type { Config } from '#lib/config.ts';
import { createLocalStore } from './local.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * The configured object store: a bucket, or a folder in the data folder. `fingerprint` is the secret key’s. The S3
 * client is loaded only for a bucket, because it takes 30 MB.
 */
export async function openObjectStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  fingerprint: string,
): Promise<ObjectStore> {
  if (s3 === undefined) return createLocalStore({ folder: join(dataDir, 'files'), fingerprint });
  const { createS3Store } = await import('./s3.ts');
  return createS3Store({ config: s3, fingerprint });
}
