import * as contract from '@handover/contract/customers/unsubscribe.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { createBrokenLinkPage, pagePolicy, unsubscribePage } from './unsubscribe-page.ts';
import { findByLink, followLink, setUnsubscribed, type Subscription } from './unsubscribe.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

/** Mail providers unsubscribe many people from a few addresses. */
const limit = { hits: 600, perSeconds: 60 };
const missLimit = { hits: 60, perSeconds: 60 };

type Parts = Pick<Platform, 'keyring' | 'limits'>;

/** Unsubscribing from bulk email, by members and by recipients with a link. */
export function unsubscribingRoutes(routes: Routes, { keyring, limits }: Parts): void {
  routes.add(contract.unsubscribeCustomer, async ({ actor, params: { id: customerId }, work }) => ({
    user: await setUnsubscribed(work, actor, { customerId, isUnsubscribed: true, reason: null }),
  }));
  routes.add(contract.resubscribeCustomer, async ({ actor, params: { id: customerId }, body, work }) => ({
    user: await setUnsubscribed(work, actor, { customerId, isUnsubscribed: false, reason: body.reason }),
  }));

  /** The subscription of a link; invalid links are rejected and rate limited. */
  const open = async ({ token, request, reply, work }: Opened): Promise<Subscription | null> => {
    await limits.hit(toAddressKey('unsubscribe', request.ip), limit);
    const found = await findByLink(work, keyring, token);
    if (found !== null) return found;
    await limits.hit(toAddressKey('unsubscribe-miss', request.ip), missLimit);
    // People get a page, programs the JSON response.
    if (request.headers.accept?.includes('text/html') !== true)
      throw new AppError('LINK_INVALID', 'This link does not work.');
    await sendPage(reply.code(410), createBrokenLinkPage());
    return null;
  };

  routes.add(contract.showUnsubscribePage, async ({ params: { token }, request, reply, work }) => {
    const found = await open({ token, request, reply, work });
    if (found !== null) await sendPage(reply, unsubscribePage({ ...found, path: getPath(token) }));
  });
  routes.add(contract.unsubscribeByLink, async ({ params: { token }, request, reply, work, transact }) => {
    if ((await open({ token, request, reply, work })) === null) return;
    const change = { keyring, token, isUnsubscribed: true, request };
    const done = await transact((writing) => followLink(writing, change));
    await sendPage(reply, unsubscribePage({ ...done, path: getPath(token) }));
  });
  routes.add(contract.resubscribeByLink, async ({ params: { token }, request, reply, work, transact }) => {
    if ((await open({ token, request, reply, work })) === null) return;
    await transact((writing) => followLink(writing, { keyring, token, isUnsubscribed: false, request }));
    // Reloading the page changes nothing.
    await reply.redirect(getPath(token), 303);
  });
}

type Opened = {
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly work: Work;
};

function getPath(token: string): string {
  return `/api/unsubscribe/${token}`;
}

async function sendPage(reply: FastifyReply, html: string): Promise<void> {
  await reply
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
