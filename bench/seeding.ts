import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Runs the project's own seed command on a data folder that no server uses. */
export async function seedCustomers({
  dataDir,
  workspace,
  customers,
  activities,
  workspaces = 0,
}: {
  dataDir: string;
  workspace: string;
  customers: number;
  activities: number;
  /** Creates this many workspaces with that many customers each, instead of seeding the named one. */
  workspaces?: number;
}): Promise<void> {
  const amounts = ['--customers', String(customers), '--activities', String(activities)];
  if (workspaces > 0) amounts.push('--workspaces', String(workspaces));
  const child = spawn(
    process.execPath,
    [resolve(root, 'apps/api/src/seed.ts'), ...amounts, '--workspace', workspace],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('Seeding failed');
}
