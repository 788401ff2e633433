import { parseArgs } from 'node:util';
import { runOnInstallation, runCommand } from './command.ts';
import { makeRescueLink, rescueMinutes } from './features/auth/rescue-link.ts';

const usage = `
  npm run rescue-admin -- --email ADDRESS
      prints a one-time link by which a superadmin who is locked out sets a new password; it also
      removes their two-step sign-in. Stop the server first, unless DATABASE_URL is set.
`;

async function main(): Promise<void> {
  const { email } = parseArgs({ options: { email: { type: 'string' } } }).values;
  if (email === undefined) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  await runOnInstallation(async ({ platform }) => {
    const address = await platform.runner.transact((work) => makeRescueLink(work, platform, email));
    process.stdout.write(
      `\n  With the server running, open this link within ${String(rescueMinutes)} minutes:\n  ${address}\n\n`,
    );
  });
}

await runCommand(main);
