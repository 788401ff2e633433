import type { MessageHit, searchMessages } from '@handover/contract/message-search.ts';
import type { QueryOf, ResponseOf } from '@handover/contract/endpoint.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { markExcerpt, markHits } from './mark-hits.ts';
import { countHits, listHitRows, type HitRow } from './message-search.queries.ts';
import { beginningQuery } from './message-words.ts';

const maxCounted = 1_000;
const excerptCharacters = 180;

type Wanted = { readonly query: QueryOf<typeof searchMessages>; readonly keyring: Keyring };

/** Messages with the words of a search, newest first. Throws NOT_FOUND for a customer out of scope, CURSOR_INVALID. */
export async function findMessages(
  { db }: Work,
  actor: Member,
  { query: { q, customerId, limit, cursor }, keyring }: Wanted,
): Promise<ResponseOf<typeof searchMessages>> {
  if (customerId !== undefined) await getCustomerRef(db, actor, customerId);
  const sought = { query: beginningQuery(q) ?? '', customerId };
  const page = await paginate(keyring, {
    limit,
    cursor,
    binding: ['message-search', actor.workspaceId, actor.userId, actor.scope, sought],
    fetch: (slice) => listHitRows(db, actor, { ...sought, ...slice }),
    count: () => countHits(db, actor, { ...sought, most: maxCounted + 1 }),
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
