import { parseArgs } from 'node:util';
import { runOnInstallation, runCommand } from './command.ts';
import { findSeedOwner } from './workflows/seed-data/seed-data.queries.ts';
import { writeSeedData, writeManyWorkspaces } from './workflows/seed-data/seed-data.ts';
import { removeSampleData } from './workflows/remove-sample-data/remove-sample-data.ts';

const usage = `
  npm run seed -- --customers N [--activities M] [--workspace NAME]
      adds N made-up customers with M timeline entries, for measuring
  npm run seed -- --customers N --workspaces W [--activities M]
      adds W workspaces with N customers each
  npm run seed -- --remove-sample --email ADDRESS --name NAME      (password in ADMIN_PASSWORD)
      makes a real administrator and removes the sample workspaces and logins
`;

const options = {
  customers: { type: 'string' },
  activities: { type: 'string' },
  workspace: { type: 'string' },
  workspaces: { type: 'string', default: '0' },
  'remove-sample': { type: 'boolean' },
  email: { type: 'string' },
  name: { type: 'string' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const wantsRemoval = values['remove-sample'] === true;
  const customers = Number(values.customers ?? 0);
  const activities = Number(values.activities ?? customers);
  const workspaces = Number(values.workspaces);
  if (
    !wantsRemoval &&
    !(
      [customers, activities, workspaces].every(Number.isInteger) &&
      customers > 0 &&
      Math.min(activities, workspaces) >= 0
    )
  ) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  await runOnInstallation(async ({ platform: { runner }, connectionString }) => {
    if (wantsRemoval) await remove({ runner, connectionString, email: values.email, name: values.name });
    else
      await seedCustomers(runner, { customers, activities, workspaces, workspace: values.workspace ?? null });
  });
}

type Runner = Parameters<typeof writeSeedData>[0];

async function seedCustomers(
  runner: Runner,
  {
    customers,
    activities,
    workspaces,
    workspace,
  }: { customers: number; activities: number; workspaces: number; workspace: string | null },
): Promise<void> {
  const owner = await findSeedOwner(runner.db, workspace);
  if (owner === null) throw new Error('No workspace has an administrator yet. Start the server once first.');
  const total = customers * Math.max(1, workspaces);
  let printed = 0;
  const onProgress = (done: number): void => {
    if (done - printed < total / 20 && done < total) return;
    printed = done;
    process.stdout.write(`  ${String(done)} of ${String(total)} customers\n`);
  };
  const amount = { customers, activities, onProgress };
  if (workspaces > 0) await writeManyWorkspaces(runner, owner, { ...amount, workspaces });
  else await writeSeedData(runner, owner, amount);
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
