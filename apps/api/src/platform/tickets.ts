import * as contract from '@handover/contract/records/files.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { findApiNouns, requireTwoStep } from './session/access.ts';
import type { Member } from './session/actor.ts';
import { authenticate } from './session/authenticate.ts';
import type { Work } from './work.ts';
import { hashSecret, newSecret } from '#lib/ids.ts';
import { isObject } from '#lib/objects.ts';

const lifetimeMinutes = 5;

/** Replaces the bearer token in plain links and frames, where browsers cannot send one. */
export type Ticket = { readonly url: string; readonly expiresAt: string };

export type TicketUse = {
  /**
   * The ticket's current member, limited to the scopes of the API key that requested it, if any; permissions are
   * checked on each request.
   */
  readonly member: Member;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly work: Work;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Sends the bytes that a ticket grants. */
export type TicketAction = (use: TicketUse) => Promise<void>;

/**
 * Creates a ticket for one action on one subject: valid for 5 minutes, bound to the session, stored as a
 * hash.
 */
export async function issueTicket(
  work: Work,
  member: Member,
  { action, subject }: { action: string; subject: Record<string, unknown> },
): Promise<Ticket> {
  const token = newSecret();
  const expiresAt = addMinutes(work.now, lifetimeMinutes);
  await work.db
    .insertInto('tickets')
    .values({
      token_hash: hashSecret(token),
      session_id: member.sessionId,
      workspace_id: member.workspaceId,
      action,
      subject: JSON.stringify(subject),
      expires_at: expiresAt,
    })
    .execute();
  return { url: `/api/tickets/${token}`, expiresAt: expiresAt.toISOString() };
}

export type RedeemedTicket = {
  readonly member: Member;
  readonly action: string;
  readonly subject: Readonly<Record<string, unknown>>;
};

/**
 * Throws LINK_INVALID for an unknown or expired ticket or ended session, and
 * SECOND_FACTOR_REQUIRED_BY_WORKSPACE.
 */
export async function redeemTicket(work: Work, token: string): Promise<RedeemedTicket> {
  const row = await work.db
    .selectFrom('tickets')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  const actor =
    row === undefined
      ? null
      : await authenticate(work.db, {
          by: { sessionId: row.session_id },
          workspaceId: row.workspace_id,
          now: work.now,
        });
  if (row === undefined || actor?.membership == null || !isObject(row.subject)) {
    throw new AppError('LINK_INVALID', 'This download link has expired. Open it again from the page.');
  }
  requireTwoStep(actor.membership);
  const apiNouns = findApiNouns(actor, contract.redeemTicket);
  return { member: { ...actor.membership, apiNouns }, action: row.action, subject: row.subject };
}
