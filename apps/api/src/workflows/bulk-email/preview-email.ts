import { previewBulkEmail, type BulkPreview } from '@handover/contract/records/bulk.ts';
import type { CustomerSelection } from '@handover/contract/customers/customer-list.ts';
import { previewMail } from '#features/conversations/mail-content.ts';
import { customerBulk } from '#features/customers/bulk/customer-bulk.ts';
import { findTargets } from '#features/customers/bulk/customer-bulk.queries.ts';
import { filterableCustomers } from '#features/customers/customer-filter.queries.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listFirst } from '#platform/records/bulk/rows.queries.ts';
import { resolveFilter } from '#platform/records/list/filter.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { formatMissingFields, findBlockReason } from './bulk-email.ts';

const maxShown = 5;

/** How a bulk email would look to its first recipients. */
export function bulkEmailRoutes(routes: Routes): void {
  routes.add(previewBulkEmail, async ({ actor, body, work }) => ({
    previews: await previewFirst(work, actor, body),
  }));
}

async function previewFirst(
  work: Work,
  actor: Member,
  { selection, ...mail }: { selection: CustomerSelection; subject: string; html: string },
): Promise<BulkPreview[]> {
  const { filter } = selection;
  const resolved = await resolveFilter(filterableCustomers, work, { member: actor, filter });
  const from = customerBulk.from?.(actor, filter);
  if (from === undefined) throw new Error('Customers have no FROM');
  const ids = await listFirst(work.db, actor, {
    record: filterableCustomers,
    from,
    selection: { ...resolved, filter: selection },
    limit: maxShown,
  });
  const previews: BulkPreview[] = [];
  for (const target of await findTargets(work.db, actor, ids)) {
    if (target.deleted_at !== null) continue;
    const preview = await previewMail(work, actor, { ...mail, customerId: target.id });
    previews.push({
      ...preview,
      refusal: findBlockReason(actor, target) ?? formatMissingFields(preview.missing),
    });
  }
  return previews;
}
