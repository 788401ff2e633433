import { runOnInstallation, runCommand } from './command.ts';
import { rotateFileKeys } from './platform/files/store/rotate-keys.ts';

/** Replaces the keys that the keys of stored files are wrapped with. With the embedded database, stop the server first. */
await runCommand(() =>
  runOnInstallation(async ({ platform }) => {
    const count = await rotateFileKeys(platform);
    process.stdout.write(`  Replaced ${String(count)} file keys. No stored file was changed.\n`);
  }),
);
