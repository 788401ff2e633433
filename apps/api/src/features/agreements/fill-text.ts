import { formatLongDate } from '@handover/domain/format-date.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { fillAgreement } from '@handover/domain/agreement-text.ts';
import { findMailFacts } from '#features/customers/customers.public.ts';
import { notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findWorkspaceName, listPublicTitles } from './agreement-writes.queries.ts';
import type { TemplateRow } from './templates/templates.queries.ts';

type Template = Pick<TemplateRow, 'text' | 'valid_months'>;

/**
 * The template's text for a buyer. Businesses appear by their public titles, because their names are still hidden from
 * the buyer.
 */
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
    template: Template;
  },
): Promise<string> {
  const facts = (await findMailFacts(work.db, { workspaceId, customerIds: [customerId] })).get(customerId);
  if (facts === undefined) throw notFound('customer');
  return fill(
    work,
    { workspaceId, timeZone },
    {
      template,
      businessIds,
      buyerName: facts.name,
      company: facts.company ?? facts.name,
      workspaceName: facts.workspace_name,
    },
  );
}

/** The same text for everyone who signs it; their signatures identify them. */
export async function fillForSigners(
  work: Work,
  actor: Member,
  { businessIds, template }: { businessIds: readonly string[]; template: Template },
): Promise<string> {
  const signer = 'the person who signs below';
  return fill(work, actor, {
    template,
    businessIds,
    buyerName: signer,
    company: signer,
    workspaceName: await findWorkspaceName(work.db, actor.workspaceId),
  });
}

type FillInput = {
  readonly template: Template;
  readonly businessIds: readonly string[];
  readonly buyerName: string;
  readonly company: string;
  readonly workspaceName: string;
};

async function fill(
  work: Work,
  { workspaceId, timeZone }: Pick<Member, 'workspaceId' | 'timeZone'>,
  { template, businessIds, buyerName, company, workspaceName }: FillInput,
): Promise<string> {
  const titles =
    businessIds.length === 0 ? [] : await listPublicTitles(work.db, { workspaceId, businessIds });
  const months = template.valid_months;
  return fillAgreement(template.text, {
    'buyer.name': buyerName,
    'buyer.company': company,
    'brokerage.name': workspaceName,
    businesses:
      titles.length === 0
        ? 'The business that the shared file is about'
        : titles
            .map(({ id, public_title: title, listing_number: listing }) =>
              listing === null
                ? `${title ?? 'Confidential healthcare business'} (reference ${id.slice(-8).toUpperCase()})`
                : `${title ?? 'Confidential healthcare business'} (listing ${listing})`,
            )
            .join('\n'),
    date: formatLongDate(toCalendarDate(work.now, timeZone)),
    term: months === null ? 'an indefinite period' : months === 1 ? '1 month' : `${String(months)} months`,
  });
}
