import { insertStarterTemplate } from '#features/agreements/templates/templates.service.ts';
import * as contract from '@handover/contract/installation/installation-workspaces.ts';
import { publishWorkspaceChange, getManaged } from '#features/workspaces/management/management.service.ts';
import type { Routes } from '#platform/http/routes.ts';
import { areas } from '@handover/contract/auth/roles.ts';
import { newId } from '#lib/ids.ts';
import { insertMatchingSettings } from '#features/buyers/matching/matching-settings.queries.ts';
import { insertDefaultTables } from '#features/settings/settings.public.ts';
import type { Work } from '#platform/work.ts';
import { insertWorkspace } from '#features/workspaces/workspaces.queries.ts';
import { createDefaultMailbox } from '#features/conversations/mailboxes.service.ts';

/** Creates workspaces. The creator administers all of them, and needs no membership at first. */
export function createWorkspaceRoutes(routes: Routes): void {
  routes.add(contract.createWorkspace, async ({ body, work }) => {
    const workspaceId = await createWorkspace(work, { ...body, isSample: false, mailAddress: null });
    await publishWorkspaceChange(work, workspaceId);
    work.audit({ name: body.name, plan: body.plan });
    return { workspace: await getManaged(work, workspaceId) };
  });
}

type NewWorkspace = {
  readonly name: string;
  readonly plan: 'Free' | 'Pro';
  readonly isSample: boolean;
  readonly mailAddress: string | null;
  readonly timeZone?: string;
  readonly currency?: string;
  readonly postalAddress?: string;
};

/** Creates a workspace with its shared mailbox and the default tables, and returns its id. */
export async function createWorkspace(
  work: Work,
  {
    name,
    plan,
    isSample,
    mailAddress,
    timeZone = 'America/New_York',
    currency = 'USD',
    postalAddress = '',
  }: NewWorkspace,
): Promise<string> {
  const id = newId();
  await insertWorkspace(work.db, {
    id,
    name,
    plan,
    timeZone,
    currency,
    postalAddress,
    isSample,
    staffAccess: [...areas],
    now: work.now,
  });
  await insertDefaultTables(work.db, { workspaceId: id, now: work.now });
  await insertMatchingSettings(work.db, id);
  await insertStarterTemplate(work, id);
  await createDefaultMailbox(work, {
    workspaceId: id,
    address: mailAddress ?? `office-${id.slice(-8)}@localhost`,
    name,
  });
  return id;
}
