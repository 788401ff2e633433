import { parseArgs } from 'node:util';
import { onInstallation, runCommand } from './command.ts';
import { findSeedOwner } from './workflows/large-data/large-data.queries.ts';
import { writeLargeData } from './workflows/large-data/large-data.ts';
import { removeSampleData } from './workflows/remove-sample-data/remove-sample-data.ts';

const usage = `
  npm run seed -- --customers N [--activities M] [--workspace NAME]
      adds N made-up customers with M timeline entries, for measuring
  npm run seed -- --remove-sample --email ADDRESS --name NAME      (password in ADMIN_PASSWORD)
      makes a real administrator and removes the sample workspaces and logins
`;

const options = {
  customers: { type: 'string' },
  activities: { type: 'string' },
  workspace: { type: 'string' },
  'remove-sample': { type: 'boolean' },
  email: { type: 'string' },
  name: { type: 'string' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const wantsRemoval = values['remove-sample'] === true;
  const customers = Number(values.customers ?? 0);
  const activities = Number(values.activities ?? customers);
  if (
    !wantsRemoval &&
    !(Number.isInteger(customers) && customers > 0 && Number.isInteger(activities) && activities >= 0)
  ) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  await onInstallation(async ({ platform: { runner }, connectionString }) => {
    if (wantsRemoval) await remove({ runner, connectionString, email: values.email, name: values.name });
    else await grow({ runner, customers, activities, workspace: values.workspace ?? null });
  });
}

type Runner = Parameters<typeof writeLargeData>[0];

async function grow({
  runner,
  customers,
  activities,
  workspace,
}: {
  runner: Runner;
  customers: number;
  activities: number;
  workspace: string | null;
}): Promise<void> {
  const owner = await findSeedOwner(runner.db, workspace);
  if (owner === null)
    throw new Error('There is no workspace with an administrator to write as. Start the server once first.');
  let told = 0;
  const onProgress = (done: number): void => {
    if (done - told < customers / 20 && done < customers) return;
    told = done;
    process.stdout.write(`  ${String(done)} of ${String(customers)} customers\n`);
  };
  await writeLargeData(runner, owner, { customers, activities, onProgress });
}

async function remove({
  runner,
  connectionString,
  email,
  name,
}: {
  runner: Runner;
  connectionString: string;
  email: string | undefined;
  name: string | undefined;
}): Promise<void> {
  const password = process.env['ADMIN_PASSWORD'] ?? '';
  if (email === undefined || name === undefined || password.length < 12)
    throw new Error('Give --email and --name, and a password of at least 12 characters in ADMIN_PASSWORD.');
  await removeSampleData(runner, { connectionString, admin: { email, displayName: name, password } });
  process.stdout.write(`  The sample data is gone. Sign in as ${email}.\n`);
}

await runCommand(main);
