import type { MessageHit, searchMessages } from '@handover/contract/conversations/message-search.ts';
import type { QueryOf, ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { markExcerpt, markHits } from '#platform/search/mark-hits.ts';
import { createPrefixQuery } from '#platform/search/text-words.ts';
import { countHits, type HitRow, listHitRows } from './message-search.queries.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

const maxCounted = 1_000;
const excerptCharacters = 180;

type SearchRequest = { readonly query: QueryOf<typeof searchMessages>; readonly keyring: Keyring };

/**
 * Messages that contain the search words, newest first. Throws NOT_FOUND for a customer out of scope,
 * CURSOR_INVALID.
 */
export async function findMessages(
  { db }: Work,
  actor: Member,
  { query: { q, customerId, limit, cursor }, keyring }: SearchRequest,
): Promise<ResponseOf<typeof searchMessages>> {
  if (customerId !== undefined) await getCustomerRef(db, actor, customerId);
  const search = { query: createPrefixQuery(q) ?? '', customerId };
  const page = await paginate(keyring, {
    limit,
    cursor,
    viewer: actor,
    binding: ['message-search', search],
    fetch: (slice) => listHitRows(db, actor, { ...search, ...slice }),
    count: () => countHits(db, actor, { ...search, max: maxCounted + 1 }),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  return {
    hits: page.rows.map((row) => presentHit(row, q)),
    total: page.total > maxCounted ? null : page.total,
    nextCursor: page.nextCursor,
  };
}

function presentHit(row: HitRow, query: string): MessageHit {
  const sender = row.from_name === null ? row.from_address : `${row.from_name} <${row.from_address}>`;
  const recipients = [...row.to_addresses, ...row.cc_addresses, ...row.bcc_addresses];
  return {
    id: row.id,
    threadId: row.thread_id,
    customer: row.customer,
    direction: row.direction,
    status: row.status,
    subject: markHits(row.subject, query),
    people: markHits(`${sender} → ${recipients.join(', ')}`, query),
    excerpt: markExcerpt(row.text, query, excerptCharacters),
    createdAt: row.created_at.toISOString(),
  };
}
