import type { CreateInquiry } from '@handover/contract/buyers/buyer-inquiries.ts';
import * as contract from '@handover/contract/buyers/inquiry-webhook.ts';
import { receiveInquiry } from '#features/buyers/inquiries/inquiries.service.ts';
import {
  deleteWebhook,
  findWebhookSince,
  findWorkspaceByWebhook,
  replaceWebhook,
} from '#features/buyers/inquiries/inquiry-webhook.queries.ts';
import { notFound } from '#lib/errors.ts';
import { hashSecret, newSecret } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { acceptForBroker } from './accept-inquiry.ts';

const perMinute = { hits: 120, perSeconds: 60 };

type Parts = Pick<Platform, 'runner' | 'limits' | 'config'>;

/** The secret address at which listing portals post inquiries. */
export function inquiryWebhookRoutes(routes: Routes, platform: Parts): void {
  const { publicUrl } = platform.config;
  routes.add(contract.getInquiryWebhook, async ({ actor, work }) => {
    const since = await findWebhookSince(work.db, actor.workspaceId);
    return { inquiryWebhook: { since: since?.toISOString() ?? null } };
  });
  routes.add(contract.renewInquiryWebhook, async ({ actor, work }) => {
    const { now } = work;
    const token = newSecret();
    await replaceWebhook(work.db, { workspaceId: actor.workspaceId, tokenHash: hashSecret(token), now });
    return {
      inquiryWebhook: { url: `${publicUrl}/api/portal-inquiries/${token}`, since: now.toISOString() },
    };
  });
  routes.add(contract.disableInquiryWebhook, ({ actor, work }) => deleteWebhook(work.db, actor.workspaceId));
  routes.add(contract.receivePortalInquiry, async ({ params, body, request }) => ({
    result: await receivePortalInquiry(platform, {
      token: params.token,
      input: body,
      ipAddress: request.ip,
      requestId: request.id,
    }),
  }));
}

type PostedInquiry = { token: string; input: CreateInquiry; ipAddress: string; requestId: string };

/**
 * Stores an inquiry for the workspace of the token, and accepts it for the broker of a listing on the market, also if it
 * is sent again because that failed. Throws NOT_FOUND for an unknown token, TOO_MANY_REQUESTS.
 */
async function receivePortalInquiry(
  { runner, limits }: Parts,
  { token, input, ipAddress, requestId }: PostedInquiry,
): Promise<'received' | 'duplicate'> {
  const workspaceId = await findWorkspaceByWebhook(runner.db, hashSecret(token));
  if (workspaceId === null) throw notFound('address');
  await limits.hit(`portal-inquiries:${workspaceId}`, perMinute);
  const { isNew, inquiryId, listing } = await runner.transact(async (work) => {
    const received = await receiveInquiry(work, workspaceId, { ...input, kind: 'api' });
    await recordAudit(work.db, {
      workspaceId,
      actorId: null,
      action: 'receivePortalInquiry',
      subjectId: received.inquiryId,
      detail: { isNew: received.isNew },
      ipAddress,
      requestId,
      now: work.now,
    });
    return received;
  });
  const brokerId = listing?.broker_id ?? null;
  if (brokerId !== null)
    await runner.transact((work) => acceptForBroker(work, { workspaceId, brokerId, inquiryId }));
  return isNew ? 'received' : 'duplicate';
}
