import type { BulkPreview } from '@handover/contract/bulk.ts';
import type { CustomerSelection } from '@handover/contract/customer-list.ts';
import { previewMail } from '#features/conversations/mail-content.ts';
import { resolveCustomConditions } from '#platform/records/custom-fields/custom-filter.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { emptyFields, refusalOf } from './batch/bulk-mail.ts';
import { findTargets } from './batch/targets.queries.ts';
import { listFirst } from './rows.queries.ts';

const maxShown = 5;

/** How a bulk e-mail would reach the first customers of a selection, or why it would not. Throws INVALID_INPUT. */
export async function previewBulkEmail(
  work: Work,
  actor: Member,
  { selection, ...mail }: { selection: CustomerSelection; subject: string; html: string },
): Promise<BulkPreview[]> {
  const ids = await listFirst(work.db, actor, {
    filter: selection,
    now: work.now,
    custom: await resolveCustomConditions(work.db, {
      workspaceId: actor.workspaceId,
      recordType: 'customer',
      filter: selection.filter,
    }),
    limit: maxShown,
  });
  const targets = await findTargets(work.db, actor, ids);
  const previews: BulkPreview[] = [];
  for (const id of ids) {
    const target = targets.get(id);
    if (target === undefined || target.deleted_at !== null) continue;
    const preview = await previewMail(work, actor, { ...mail, customerId: id });
    previews.push({ ...preview, refusal: refusalOf(actor, target) ?? emptyFields(preview.missing) });
  }
  return previews;
}
