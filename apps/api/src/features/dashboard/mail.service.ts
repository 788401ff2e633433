import { mailPeriodDays, type PendingMail } from '@handover/contract/dashboard.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import { excerpt } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countPendingMail, listPendingMail, type PendingKind, type PendingMailRow } from './mail.queries.ts';

const snippetLength = 160;
const dayMs = 86_400_000;

type Paging = { limit: number; cursor?: string | undefined };

/** A page of the mail that waits for somebody, of the last 90 days. Throws CURSOR_INVALID. */
export async function waitingMail(
  work: Work,
  actor: Member,
  { kind, query, keyring }: { kind: PendingKind; query: Paging; keyring: Keyring },
): Promise<{ mails: PendingMail[]; total: number; nextCursor: string | null }> {
  const since = new Date(work.now.getTime() - mailPeriodDays * dayMs);
  const page = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    binding: ['waiting-mail', actor.workspaceId, actor.userId, actor.scope, kind],
    fetch: (slice) => listPendingMail(work.db, actor, { kind, since, ...slice }),
    count: () => countPendingMail(work.db, actor, { kind, since }),
    positionOf: (row) => [row.created_at.toISOString(), row.id],
  });
  return { mails: page.rows.map(present), total: page.total, nextCursor: page.nextCursor };
}

function present(row: PendingMailRow): PendingMail {
  return {
    id: row.id,
    customer: { id: row.customer_id, name: row.customer_name },
    subject: row.subject,
    snippet: excerpt(row.text, snippetLength),
    status: row.status,
    statusDetail: row.status_detail,
    createdAt: row.created_at.toISOString(),
  };
}
