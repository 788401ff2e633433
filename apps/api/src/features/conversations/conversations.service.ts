import type { listEmails, Message } from '@handover/contract/conversations/conversations.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import type { Db } from '#db/client.ts';
import { requireCheckedFile } from '#features/documents/documents.public.ts';
import { notFound } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { presentMessage } from './conversations.presenter.ts';
import {
  canReadAttachment,
  countMessages,
  findMessageRow,
  findReceivedFile,
  listAttachmentRows,
  listMessageRows,
  type EmailOwner,
} from './conversations.queries.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

type Request = {
  readonly of: EmailOwner;
  readonly query: QueryOf<typeof listEmails>;
  readonly keyring: Keyring;
};

type Conversation = { emails: Message[]; total: number; nextCursor: string | null };

/** A page of the emails of a customer or business, newest first. Throws NOT_FOUND, CURSOR_INVALID. */
export async function listConversation(
  { db }: Work,
  actor: Member,
  { of, query, keyring }: Request,
): Promise<Conversation> {
  if (of.businessId === undefined) await getCustomerRef(db, actor, of.customerId);
  else await getBusinessRef(db, actor, of.businessId);
  const { workspaceId } = actor;
  const filter = { ...of, query: query.q };
  const { rows, total, nextCursor } = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    viewer: actor,
    binding: ['emails', filter],
    fetch: (slice) => listMessageRows(db, actor, { ...filter, ...slice }),
    count: () => countMessages(db, actor, filter),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  const attachments = await listAttachmentRows(db, { workspaceId, messageIds: rows.map((row) => row.id) });
  return { emails: rows.map((row) => presentMessage(actor, row, attachments)), total, nextCursor };
}

/** Throws NOT_FOUND, also for an email that the member may not read. */
export async function getEmail({ db }: Work, actor: Member, messageId: string): Promise<Message> {
  const row = await findMessageRow(db, actor, { messageId });
  if (row === null) throw notFound('email');
  const attachments = await listAttachmentRows(db, {
    workspaceId: actor.workspaceId,
    messageIds: [messageId],
  });
  return presentMessage(actor, row, attachments);
}

/**
 * Whether the member may open the file as an attachment. Throws UNAVAILABLE and RULE_BROKEN for clients, who open a received
 * one only after it was checked for patient information.
 */
export async function canOpenAttachment(db: Db, member: Member, fileId: string): Promise<boolean> {
  if (!(await canReadAttachment(db, member, fileId))) return false;
  const { workspaceId, scope } = member;
  const received = scope === 'client' ? await findReceivedFile(db, { workspaceId, fileId }) : null;
  if (received !== null) requireCheckedFile(received);
  return true;
}
