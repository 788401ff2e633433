import { resolve } from 'node:path';
import { boot } from './boot.ts';
import { runCommand } from './command.ts';
import { loadConfig } from './lib/config.ts';
import { createLogger } from './lib/logger.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { rotateFileKeys } from './platform/files/store/rotate-keys.ts';

/** Replaces the keys that the keys of stored files are wrapped with. With the embedded database, stop the server first. */
async function main(): Promise<void> {
  const given = loadConfig(process.env);
  const { config, connectionString, close } = await openConfiguredDatabase({
    ...given,
    dataDir: resolve(given.dataDir),
  });
  try {
    const { background, database } = await boot({ config, connectionString, logger: createLogger('warn') });
    try {
      const count = await rotateFileKeys(background);
      process.stdout.write(`  Replaced ${String(count)} file keys. No stored file was changed.\n`);
    } finally {
      await database.close();
    }
  } finally {
    await close();
  }
}

await runCommand(main);
