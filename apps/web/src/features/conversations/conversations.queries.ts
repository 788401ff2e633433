import {
  listBusinessEmails,
  listEmails,
  type Message,
} from '@handover/contract/conversations/conversations.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { send } from '#shared/api/client.ts';
import type { MailRecordRef } from '#shared/records/page/record-ref.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';

const lists = { customer: listEmails, business: listBusinessEmails } as const;

/** The emails with a customer or about a business, newest first. */
export const emailsQuery = ({ type, id }: MailRecordRef): PagesFor<ResponseOf<typeof listEmails>> =>
  pagesQuery({
    queryKey: ['message', id, 'list'],
    fetchPage: ({ cursor, signal }) => send(lists[type], { params: { id }, query: { cursor } }, { signal }),
  });

export interface Thread {
  readonly id: string;
  /** The subject of its first message, without "Re:" and similar prefixes. */
  readonly subject: string;
  /** Oldest first. */
  readonly messages: readonly Message[];
}

/** Groups messages (newest first) by thread; the thread with the newest message comes first. */
export function groupByThread(messages: readonly Message[]): Thread[] {
  const byThread = new Map<string, Message[]>();
  for (const message of messages)
    byThread.set(message.threadId, [message, ...(byThread.get(message.threadId) ?? [])]);
  return [...byThread].map(([id, inThread]) => ({
    id,
    subject: stripSubject(inThread[0]?.subject ?? ''),
    messages: inThread,
  }));
}

export function getReplySubject(subject: string): string {
  return `Re: ${stripSubject(subject)}`;
}

function stripSubject(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+\s*/i, '');
}
