import * as z from 'zod/mini';
import { id, isStorable, paging, timestamp } from '../http/common.ts';
import { messageStatuses } from './conversations.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** A text split into parts, some of which match the search. */
export const markedText = z.array(z.object({ text: z.string(), isHit: z.boolean() }));
export type MarkedText = z.infer<typeof markedText>;

/** A message that contains every word of the search. */
export const messageHit = z.object({
  id,
  threadId: id,
  /** One of the customers of its conversation. */
  customer: z.object({ id, name: z.string() }),
  direction: z.enum(['outbound', 'inbound']),
  status: z.enum(messageStatuses),
  subject: markedText,
  /** The sender and the recipients. */
  people: markedText,
  /** The text around the first match. */
  excerpt: markedText,
  createdAt: timestamp,
});
export type MessageHit = z.infer<typeof messageHit>;

export const searchMessages = defineEndpoint({
  method: 'GET',
  path: '/emails/search',
  summary: 'List messages in open mailboxes with words starting with these, newest first',
  access: member('STAFF', 'users'),
  status: 200,
  query: z.strictObject({
    q: z.string().check(
      z.trim(),
      z.maxLength(200),
      z.refine(isStorable, 'Contains characters that cannot be stored'),
      z.refine((text) => /[\p{L}\p{N}]/u.test(text), 'Enter a word'),
    ),
    /** Only the conversation with this customer. */
    customerId: z.optional(id),
    ...paging,
  }),
  response: z.object({
    hits: z.array(messageHit),
    /** Exact up to 1,000; null above. */
    total: z.nullable(z.int()),
    nextCursor: z.nullable(z.string()),
  }),
});
