import { newId } from '../../src/lib/ids.ts';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import { marker, type World } from './requests.ts';

type Scene = { readonly admin: Caller; readonly workspaceId: string };

/** Who makes what stands in the settings of a workspace. */
export const settingsMakers = {
  colleagueId: makeColleague,
  tagId: makeTags,
  otherTagId: makeTags,
  sourceId: makeSources,
  otherSourceId: makeSources,
  apiKeyId: makeApiKey,
  webhookId: makeWebhook,
  deliveryId: makeWebhook,
};

async function makeColleague(api: TestApi, { workspaceId }: Scene): Promise<Partial<World>> {
  return { colleagueId: (await api.signIn({ role: 'STAFF', workspaceId })).userId };
}

async function makeTags(_: TestApi, { admin }: Scene): Promise<Partial<World>> {
  const make = async (name: string) => (await admin.post('/tags', { name })).body.tag.id;
  return { tagId: await make('Some'), otherTagId: await make('Other') };
}

async function makeSources(_: TestApi, { admin }: Scene): Promise<Partial<World>> {
  const make = async (name: string) => (await admin.post('/sources', { name })).body.source.id;
  return { sourceId: await make('Some'), otherSourceId: await make('Other') };
}

async function makeApiKey(_: TestApi, { admin }: Scene): Promise<Partial<World>> {
  const { body } = await admin.post('/api-keys', { name: marker, scopes: ['tasks:read'], days: 30 });
  return { apiKeyId: body.apiKey.id };
}

/** Straight into the database, since nobody could enter this address: it is never called. */
async function makeWebhook({ db, booted }: TestApi, { workspaceId }: Scene): Promise<Partial<World>> {
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
