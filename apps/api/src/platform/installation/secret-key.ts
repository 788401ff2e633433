import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '#lib/error-codes.ts';

/**
 * The configured secret, otherwise the secret in the data folder, created at the first start. A killed first start
 * never leaves a partial key.
 */
export async function loadSecretKey({
  configured,
  dataDir,
}: {
  configured: string | undefined;
  dataDir: string;
}): Promise<string> {
  const found = await findSecretKey({ configured, dataDir });
  if (found !== null) return found;
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  const made = randomBytes(32).toString('base64');
  await writeFile(`${path}.new`, made, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}

/** The configured secret, otherwise the secret in the data folder, otherwise null. */
export async function findSecretKey({
  configured,
  dataDir,
}: {
  configured: string | undefined;
  dataDir: string;
}): Promise<string | null> {
  return (
    configured ?? (await readFile(join(dataDir, 'secret.key'), 'utf8').catch(ifMissing(null)))?.trim() ?? null
  );
}
