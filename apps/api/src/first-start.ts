import type { Services } from './boot.ts';
import {
  addSuperadminsToWorkspace,
  hasSuperadmin,
  hasUser,
  hasWorkspace,
  lockFirstStart,
} from './platform/installation/installation.ts';
import { createLink, createLinkUrl, expireLinks } from './platform/links/links.ts';
import { createWorkspace } from './workflows/create-workspace/create-workspace.routes.ts';
import { writeSampleData } from './workflows/sample-data/sample-data.ts';

const firstAdminLifetimeMinutes = 60;

/**
 * Prepares a new installation: sample data, or a first workspace and the link for the first SUPERADMIN.
 * Returns lines for the operator.
 */
export async function prepareFirstStart({ background: platform }: Services): Promise<string[]> {
  const { config, runner } = platform;
  return runner.transact(async (work) => {
    await lockFirstStart(work.db);
    const wantsSample = config.sampleData ?? config.databaseUrl === undefined;
    const isEmpty = !(await hasWorkspace(work.db));
    // Depends on the data, because an earlier first start may have been killed.
    if (isEmpty && wantsSample && !(await hasUser(work.db))) return writeSampleData(work, platform);
    if (isEmpty) {
      await createWorkspace(work, {
        name: 'Main office',
        plan: 'Pro',
        isSample: false,
        mailAddress: config.mailFrom ?? null,
      });
      // One was made when the sample data was removed.
      await addSuperadminsToWorkspace(work.db, work.now);
    }
    if (await hasSuperadmin(work.db)) return [];
    await expireLinks(work, { kind: 'first_admin' });
    const link = await createLink(work, { kind: 'first_admin', lifetimeMinutes: firstAdminLifetimeMinutes });
    return [
      'Open this link within 60 minutes to create the first administrator:',
      createLinkUrl(config.publicUrl, '/first-admin', link.secret),
    ];
  });
}
