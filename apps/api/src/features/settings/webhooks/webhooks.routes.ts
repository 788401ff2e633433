import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import * as contract from '@handover/contract/settings/webhooks.ts';
import { testEvent } from '@handover/contract/settings/webhooks.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findOutgoingRules } from '#platform/outgoing/outgoing-rules.queries.ts';
import { OutgoingBlockedError, resolveOutgoing } from '#platform/outgoing/resolve.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countDeliveries,
  findDelivery,
  listDeliveryRows,
  requeueDelivery,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { attemptsPerDelivery, deliverQueue, createMessageBody, queueDelivery } from './dispatch.ts';
import { createWebhookSecret, openSecrets, sealSecret } from './signature.ts';
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts';
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  replaceSecret,
  updateWebhookRow,
  type WebhookChange,
  type WebhookRow,
} from './webhooks.queries.ts';

type Parts = Pick<Platform, 'keyring' | 'config'>;

const oldSecretMinutes = 24 * 60;

export function webhookRoutes(routes: Routes, platform: Parts): void {
  settingsRoutes(routes, platform);
  secretRoutes(routes, platform);
  deliveryRoutes(routes, platform);
}

function settingsRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.listWebhooks, async ({ actor, work }) => {
    const rows = await listWebhookRows(work.db, actor.workspaceId);
    return { webhooks: rows.map((row) => presentWebhook(row, work.now)) };
  });

  routes.add(contract.createWebhook, async ({ actor, body, work }) => {
    const { workspaceId } = actor;
    await assertReachable(work, platform, { workspaceId, url: body.url });
    const id = newId();
    const secret = createWebhookSecret();
    const sealedSecret = sealSecret(platform.keyring, secret, { workspaceId, id });
    await insertWebhook(work.db, {
      workspaceId,
      id,
      url: body.url,
      description: body.description ?? null,
      events: body.events,
      sealedSecret,
      createdBy: actor.userId,
      now: work.now,
    });
    work.audit({ host: new URL(body.url).host, events: body.events });
    work.publish({ workspaceId, noun: 'workspace', id });
    return { webhook: presentWebhook(await load(work, actor, id), work.now), secret };
  });

  routes.add(contract.updateWebhook, async ({ actor, params, body, work }) => {
    const { workspaceId } = actor;
    const before = await load(work, actor, params.id);
    if (body.url !== undefined) await assertReachable(work, platform, { workspaceId, url: body.url });
    const change = toChange(body);
    const { id } = before;
    const isCurrent = await updateWebhookRow(work.db, { workspaceId, id, version: body.version, change });
    const after = presentWebhook(await load(work, actor, id), work.now);
    if (!isCurrent) throw staleVersion(after);
    work.audit({ changed: Object.keys(change) });
    work.publish({ workspaceId, noun: 'workspace', id });
    return { webhook: after };
  });

  routes.add(contract.deleteWebhook, async ({ actor, params, work }) => {
    const { url } = await load(work, actor, params.id);
    const { workspaceId } = actor;
    await deleteWebhookRow(work.db, { workspaceId, id: params.id });
    work.audit({ host: new URL(url).host });
    work.publish({ workspaceId, noun: 'workspace', id: params.id });
  });
}

function secretRoutes(routes: Routes, { keyring }: Parts): void {
  routes.add(contract.rotateWebhookSecret, async ({ actor, params, work }) => {
    const { workspaceId } = actor;
    const before = await load(work, actor, params.id);
    const row = { workspaceId, id: before.id };
    const [current = ''] = openSecrets(keyring, { workspaceId, webhook: before, now: work.now });
    const secret = createWebhookSecret();
    await replaceSecret(work.db, {
      ...row,
      sealedSecret: sealSecret(keyring, secret, row),
      sealedOld: sealSecret(keyring, current, row),
      until: addMinutes(work.now, oldSecretMinutes),
    });
    work.publish({ workspaceId, noun: 'workspace', id: before.id });
    return { webhook: presentWebhook(await load(work, actor, before.id), work.now), secret };
  });
}

function deliveryRoutes(routes: Routes, { keyring }: Parts): void {
  routes.add(contract.testWebhook, async ({ actor, params, work }) => {
    const { workspaceId } = actor;
    const webhook = await load(work, actor, params.id);
    assertEnabled(webhook);
    const messageId = newId();
    const body = createMessageBody({
      type: testEvent,
      time: work.now,
      data: { workspaceId, sentBy: actor.userId },
    });
    const parts = { workspaceId, webhookId: webhook.id, messageId, type: testEvent, body };
    const id = await queueDelivery(work, parts);
    return { delivery: presentDelivery(await loadDelivery(work, actor, id)) };
  });

  routes.add(contract.listDeliveries, async ({ actor, params, query, work }) => {
    const { id: webhookId } = await load(work, actor, params.id);
    const log = { workspaceId: actor.workspaceId, webhookId, status: query.status };
    const { rows, total, nextCursor } = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['deliveries', log],
      fetch: (slice) => listDeliveryRows(work.db, { ...log, ...slice }),
      count: () => countDeliveries(work.db, log),
      positionOf: (row) => [row.created_at.toISOString(), row.id],
    });
    return { deliveries: rows.map(presentDelivery), total, nextCursor };
  });

  routes.add(contract.redeliverWebhook, async ({ actor, params, work }) => {
    const { workspaceId } = actor;
    const { id, status, webhook_id: webhookId } = await loadDelivery(work, actor, params.id);
    assertEnabled(await load(work, actor, webhookId));
    if (status === 'queued') throw new AppError('RULE_BROKEN', 'This event is still pending.');
    await requeueDelivery(work.db, { workspaceId, id, triesLeft: attemptsPerDelivery - 1, now: work.now });
    await work.enqueue(deliverQueue, { workspaceId, id });
    work.publish({ workspaceId, noun: 'workspace', id: webhookId });
    return { delivery: presentDelivery(await loadDelivery(work, actor, id)) };
  });
}

async function load(work: Work, { workspaceId }: Member, id: string): Promise<WebhookRow> {
  const row = await findWebhook(work.db, { workspaceId, id });
  if (row === null) throw notFound('webhook');
  return row;
}

async function loadDelivery(work: Work, { workspaceId }: Member, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(work.db, { workspaceId, id });
  if (row === null) throw notFound('delivery');
  return row;
}

function assertEnabled({ is_enabled: isEnabled }: WebhookRow): void {
  if (!isEnabled) throw new AppError('RULE_BROKEN', 'The webhook is off. Turn it on first.');
}

/**
 * Rejects URLs that would fail at every delivery. A host name that does not resolve is allowed, because it may resolve
 * later.
 */
async function assertReachable(
  work: Work,
  { config }: Parts,
  { workspaceId, url }: { workspaceId: string; url: string },
): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed === null) throw invalidField('url', 'Enter a valid URL.');
  const { hostname: host, port, protocol } = parsed;
  try {
    await resolveOutgoing(
      { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) },
      await findOutgoingRules(work.db, { workspaceId, config }),
    );
  } catch (error) {
    if (error instanceof OutgoingBlockedError) throw invalidField('url', error.message);
  }
}

/** Turning a webhook on resets its failures. */
function toChange({
  url,
  description,
  events,
  isEnabled,
}: BodyOf<typeof contract.updateWebhook>): WebhookChange {
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events }),
    ...(isEnabled === undefined
      ? {}
      : { is_enabled: isEnabled, disabled_reason: null, ...(isEnabled && { failing_since: null }) }),
  };
}
