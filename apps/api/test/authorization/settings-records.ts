import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#lib/ids.ts';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import { marker, type Fixture } from './fixture.ts';

type Scene = { readonly admin: Caller; readonly workspaceId: string };

/** Factories for the settings of a workspace. */
export const settingsMakers = {
  colleagueId: makeColleague,
  tagId: makeTags,
  otherTagId: makeTags,
  sourceId: makeSources,
  otherSourceId: makeSources,
  clientPlanId: makeClientPlan,
  customFieldId: makeCustomField,
  apiKeyId: makeApiKey,
  webhookId: makeWebhook,
  deliveryId: makeWebhook,
  imapOwner: makeImapAccount,
  backupId: makeBackupFile,
  financingRuleId: findFinancingRule,
  otherWorkspaceId: makeOtherWorkspaces,
  archivedWorkspaceId: makeOtherWorkspaces,
};

async function makeOtherWorkspaces(api: TestApi): Promise<Partial<Fixture>> {
  const otherWorkspaceId = await api.makeWorkspace({ name: marker });
  const archivedWorkspaceId = await api.makeWorkspace({ name: marker });
  await api.db
    .updateTable('workspaces')
    .set({ archived_at: new Date() })
    .where('id', '=', archivedWorkspaceId)
    .execute();
  return { otherWorkspaceId, archivedWorkspaceId };
}

/** An archive is any file at its path. */
async function makeBackupFile({ db, dataDir }: TestApi): Promise<Partial<Fixture>> {
  const id = newId();
  const now = new Date();
  const name = `${id}.tar.gz`;
  await mkdir(join(dataDir, 'backups'), { recursive: true });
  await writeFile(join(dataDir, 'backups', name), marker);
  await db
    .insertInto('backups')
    .values({
      id,
      status: 'done',
      file_name: name,
      size_bytes: marker.length,
      made_by: null,
      is_nightly: false,
      started_at: now,
      seen_at: now,
      finished_at: now,
    })
    .execute();
  return { backupId: id };
}

async function findFinancingRule(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  return { financingRuleId: (await admin.get('/valuation-tables')).body.financingRules[0].id };
}

async function makeColleague(api: TestApi, { workspaceId }: Scene): Promise<Partial<Fixture>> {
  return { colleagueId: (await api.signIn({ role: 'STAFF', workspaceId })).userId };
}

async function makeTags(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const make = async (name: string) => (await admin.post('/tags', { name })).body.tag.id;
  return { tagId: await make('Some'), otherTagId: await make('Other') };
}

async function makeSources(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const make = async (name: string) => (await admin.post('/sources', { name })).body.source.id;
  return { sourceId: await make('Some'), otherSourceId: await make('Other') };
}

/** The only plan of the installation, because a new order of the catalog must name every plan. */
async function makeClientPlan({ db }: TestApi): Promise<Partial<Fixture>> {
  const id = newId();
  const now = new Date();
  await db.deleteFrom('client_plans').execute();
  await db
    .insertInto('client_plans')
    .values({
      id,
      name: 'Some',
      price_cents: 29_000,
      currency: 'USD',
      price_interval: 'month',
      position: 0,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { clientPlanId: id };
}

async function makeCustomField(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/custom-fields', { name: 'Some', kind: 'text' });
  return { customFieldId: body.customField.id };
}

async function makeApiKey(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/api-keys', { name: marker, scopes: ['tasks:read'], days: 30 });
  return { apiKeyId: body.apiKey.id };
}

/** Written directly to the database: no server exists that its test could connect to. */
async function makeImapAccount({ db, booted }: TestApi, { workspaceId }: Scene): Promise<Partial<Fixture>> {
  const { id: mailboxId } = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const now = new Date();
  await db
    .insertInto('imap_accounts')
    .values({
      workspace_id: workspaceId,
      mailbox_id: mailboxId,
      status: 'active',
      status_since: now,
      host: 'imap.invalid',
      port: 993,
      security: 'tls',
      username: marker,
      sealed_password: booted.platform.keyring.encrypt('x', `imap_accounts:${workspaceId}:${mailboxId}`),
      found_folders: JSON.stringify([{ path: 'INBOX', name: 'INBOX', role: 'inbox' }]),
      takes_since: now,
      started_at: now,
      created_at: now,
    })
    .execute();
  const folder = { workspace_id: workspaceId, mailbox_id: mailboxId, path: 'INBOX' };
  await db
    .insertInto('imap_folders')
    .values({ ...folder, role: 'inbox' })
    .execute();
  await db
    .insertInto('imap_set_aside')
    .values({
      ...folder,
      uid_validity: 1,
      uid: 1,
      from_address: 'ann@x.test',
      subject: marker,
      received_at: now,
      reason: marker,
      tries: 1,
    })
    .execute();
  return { imapOwner: 'workspace' };
}

/** Written directly to the database, because the API would reject this address: it is never called. */
async function makeWebhook({ db, booted }: TestApi, { workspaceId }: Scene): Promise<Partial<Fixture>> {
  const webhookId = newId();
  const deliveryId = newId();
  const created = { workspace_id: workspaceId, created_at: new Date() };
  await db
    .insertInto('webhooks')
    .values({
      ...created,
      id: webhookId,
      url: `https://192.0.2.1/${marker}`,
      events: ['task.created'],
      sealed_secret: booted.platform.keyring.encrypt('whsec_AAAA', `webhooks:${workspaceId}:${webhookId}`),
    })
    .execute();
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...created,
      id: deliveryId,
      webhook_id: webhookId,
      message_id: newId(),
      type: 'task.created',
      body: marker,
      tries_left: 9,
      next_attempt_at: null,
    })
    .execute();
  return { webhookId, deliveryId };
}
