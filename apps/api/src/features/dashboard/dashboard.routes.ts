import * as contract from '@handover/contract/dashboard.ts';
import { type FirstSteps, mailPeriodDays, type PendingMail } from '@handover/contract/dashboard.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { findWorkspaceMail, type MailParts } from '#platform/mail/workspace-mail.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Keyring } from '#lib/keyring.ts';
import { paginate } from '#lib/pagination.ts';
import { toExcerpt } from '#lib/text.ts';
import { getGrowth, listStages, getUrgent } from './figures.service.ts';
import {
  countPendingMail,
  getFirstStepsRow,
  listPendingMail,
  type PendingKind,
  type PendingMailRow,
} from './dashboard.queries.ts';

/** One call per panel, so that a slow or failed one does not affect the others. */
export function dashboardRoutes(
  routes: Routes,
  parts: Pick<Platform, 'config' | 'keyring' | 'logger' | 'mail'>,
): void {
  const { keyring } = parts;
  routes.add(contract.getCustomerGrowth, async ({ actor, work }) => ({
    growth: await getGrowth(work, actor),
  }));
  routes.add(contract.getStageTotals, async ({ actor, work }) => ({ stages: await listStages(work, actor) }));
  routes.add(contract.getUrgentBusinesses, async ({ actor, work }) => ({
    urgent: await getUrgent(work, actor),
  }));
  routes.add(contract.listUnansweredMail, ({ actor, query, work }) =>
    loadPendingMail(work, actor, { kind: 'unanswered', query, keyring }),
  );
  routes.add(contract.listUndeliveredMail, ({ actor, query, work }) =>
    loadPendingMail(work, actor, { kind: 'undelivered', query, keyring }),
  );
  routes.add(contract.getFirstSteps, async ({ actor, work }) => ({
    steps: await loadFirstSteps(work, actor, parts),
  }));
}

/** Setup progress of a new workspace. Mail needs a server of the workspace or the installation. */
async function loadFirstSteps({ db }: Work, actor: Member, parts: MailParts): Promise<FirstSteps> {
  const found = await getFirstStepsRow(db, actor);
  const mail = await findWorkspaceMail(db, { workspaceId: actor.workspaceId, parts });
  return {
    isEmpty: !found.has_customers && !found.has_businesses,
    hasCustomers: found.has_customers,
    isSample: found.is_sample,
    hasImported: found.has_imported,
    hasInvited: found.has_invited,
    hasPostalAddress: found.has_postal_address,
    hasMailServer: mail.transport.kind === 'smtp' && mail.canLeave,
  };
}

const snippetLength = 160;
const dayMs = 86_400_000;

type PageQuery = { limit: number; cursor?: string | undefined };

/** Unanswered or undelivered mail of the last 90 days. Throws CURSOR_INVALID. */
async function loadPendingMail(
  work: Work,
  actor: Member,
  { kind, query, keyring }: { kind: PendingKind; query: PageQuery; keyring: Keyring },
): Promise<{ mails: PendingMail[]; total: number; nextCursor: string | null }> {
  const since = new Date(work.now.getTime() - mailPeriodDays * dayMs);
  const page = await paginate(keyring, {
    limit: query.limit,
    cursor: query.cursor,
    viewer: actor,
    binding: ['waiting-mail', kind],
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
    snippet: toExcerpt(row.text, snippetLength),
    status: row.status,
    statusDetail: row.status_detail,
    createdAt: row.created_at.toISOString(),
  };
}
