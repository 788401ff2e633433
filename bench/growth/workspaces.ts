import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../packages/testing/src/server-process.ts';
import { log, withServer } from '../running.ts';
import { seedCustomers } from '../seeding.ts';
import { joinGrowth, measureSearches, type Growth } from './growth.ts';

const customers = 1000;

/**
 * The data read by searches in a workspace of 1,000 customers, with and without many other workspaces of the same size.
 */
export async function measureWorkspaces(workspaces: number): Promise<Growth[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-bench-workspaces-'));
  try {
    const place = { dataDir, port: await findFreePort() };
    const workspace = await withServer(
      { ...place, callers: 1 },
      async ({ session }) => session.workspaceName,
    );
    await seedCustomers({ dataDir, workspace, customers, activities: customers });
    const alone = await measureSearches(place);
    log(`Growing ${workspaces.toLocaleString('en')} workspaces …`);
    await seedCustomers({ dataDir, workspace, customers, activities: 0, workspaces });
    const among = await measureSearches(place);
    return joinGrowth(alone, among).map((growth) => ({
      ...growth,
      name: `${growth.name}, among ${workspaces.toLocaleString('en')} workspaces`,
    }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
