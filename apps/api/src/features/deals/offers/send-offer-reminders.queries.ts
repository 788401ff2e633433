import { isDealEnded, dealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export const endings = ['expiry', 'exclusivity'] as const;
/** The deadline: of an offer waiting for a response, or the exclusivity of an accepted LOI. */
export type ExpiringItem = (typeof endings)[number];

const columns = {
  expiry: { endsOn: 'expires_on', remindedAt: 'expiry_reminded_at', state: 'submitted' },
  exclusivity: { endsOn: 'exclusivity_end', remindedAt: 'exclusivity_reminded_at', state: 'accepted' },
} as const satisfies Record<ExpiringItem, object>;

const openStages = dealStages.filter((stage) => !isDealEnded(stage));

export type EndingOffer = {
  readonly id: string;
  readonly deal_id: string;
  readonly ends_on: string;
  readonly side: 'buyer' | 'seller';
  readonly broker_id: string | null;
  readonly buyer_name: string;
  readonly business_name: string;
};

/** Offers of open deals that end from one day to another, without a reminder yet, at most 200. */
export async function listEndingOffers(
  db: Db,
  { workspaceId, ending, from, to }: { workspaceId: string; ending: ExpiringItem; from: string; to: string },
): Promise<EndingOffer[]> {
  const { endsOn, remindedAt, state } = columns[ending];
  const end = sql.ref(`offers.${endsOn}`);
  const { rows } = await sql<EndingOffer>`
    SELECT offers.id, offers.deal_id, ${end}::text AS ends_on, offers.side, customers.name AS buyer_name,
      businesses.name AS business_name, coalesce(deals.broker_id, businesses.broker_id) AS broker_id
    FROM offers
      JOIN deals ON deals.workspace_id = offers.workspace_id AND deals.id = offers.deal_id
      JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    WHERE offers.workspace_id = ${workspaceId} AND offers.state = ${state} AND ${sql.ref(`offers.${remindedAt}`)} IS NULL
      AND ${end} BETWEEN ${from} AND ${to}
      AND deals.deleted_at IS NULL AND businesses.deleted_at IS NULL AND deals.stage = ANY(${[...openStages]}::text[])
      AND (offers.state <> 'accepted' OR offers.kind = 'loi')
    ORDER BY ${end}, offers.id LIMIT 200`.execute(db);
  return rows;
}

/** False if the reminder was already sent, or if the offer has since been answered. */
export async function claimReminder(
  db: Db,
  {
    workspaceId,
    offerId,
    ending,
    now,
  }: { workspaceId: string; offerId: string; ending: ExpiringItem; now: Date },
): Promise<boolean> {
  const { remindedAt, state } = columns[ending];
  const row = await db
    .updateTable('offers')
    .set({ [remindedAt]: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', offerId)
    .where('state', '=', state)
    .where(remindedAt, 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
