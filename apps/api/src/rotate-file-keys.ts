import { formatCount } from '@handover/domain/format-count.ts';
import { runOnInstallation, runCommand } from './command.ts';
import { rotateFileKeys } from './platform/files/store/rotate-keys.ts';

/** Replaces the keys that the keys of stored files are wrapped with. With the embedded database, stop the server first. */
await runCommand(() =>
  runOnInstallation(async ({ platform }) => {
    const count = await rotateFileKeys(platform);
    process.stdout.write(`  Replaced ${formatCount(count, 'file key')}. No stored file was changed.\n`);
  }),
);
