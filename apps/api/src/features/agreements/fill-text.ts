import { fillAgreement } from '@handover/domain/agreement-text.ts';
import { findMailFacts } from '#features/customers/customers.public.ts';
import { notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { listPublicTitles } from './agreement-writes.queries.ts';
import type { TemplateRow } from './templates/templates.queries.ts';

/** The template's text for a buyer. Businesses have their public titles: the buyer does not know their names yet. */
export async function fillText(
  work: Work,
  { workspaceId, timeZone }: Member,
  {
    customerId,
    businessIds,
    template,
  }: {
    customerId: string;
    businessIds: readonly string[];
    template: Pick<TemplateRow, 'text' | 'valid_months'>;
  },
): Promise<string> {
  const facts = (await findMailFacts(work.db, { workspaceId, customerIds: [customerId] })).get(customerId);
  if (facts === undefined) throw notFound('customer');
  const titles = await listPublicTitles(work.db, { workspaceId, businessIds });
  const months = template.valid_months;
  return fillAgreement(template.text, {
    'buyer.name': facts.name,
    'buyer.company': facts.company ?? facts.name,
    'brokerage.name': facts.workspace_name,
    businesses: titles
      .map(({ id, public_title: title, listing_number: listing }) =>
        listing === null
          ? `${title ?? 'Confidential healthcare business'} (reference ${id.slice(-8).toUpperCase()})`
          : `${title ?? 'Confidential healthcare business'} (listing ${listing})`,
      )
      .join('\n'),
    date: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(work.now),
    term: months === null ? 'an unlimited time' : months === 1 ? '1 month' : `${String(months)} months`,
  });
}
