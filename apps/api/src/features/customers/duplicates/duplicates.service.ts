import type { DuplicatePair, DuplicateReason } from '@handover/contract/records/merges.ts';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findCustomerCandidates } from './candidates.queries.ts';
import { deleteDismissal, insertDismissal, listParties, type PartyRow } from './pairs.queries.ts';
import { customerPolicy } from '../customers.policy.ts';
import { getCustomerRef } from '../customers.public.ts';

const maxOnRecord = 5;

type FoundPair = {
  readonly oneId: string;
  readonly otherId: string;
  readonly reasons: readonly DuplicateReason[];
};

/** The most likely duplicates of one customer, with current data. Throws NOT_FOUND. */
export async function listCustomerDuplicates(
  { db }: Work,
  actor: Member,
  customerId: string,
): Promise<DuplicatePair[]> {
  await getCustomerRef(db, actor, customerId);
  const rows = await findCustomerCandidates(db, actor, { customerId, limit: maxOnRecord });
  return withParties(
    db,
    actor,
    rows.map((row) => ({ oneId: row.one_id, otherId: row.other_id, reasons: row.reasons })),
  );
}

/** Pairs with the details of both customers, in the given order. */
export async function withParties(
  db: Work['db'],
  actor: Member,
  found: readonly FoundPair[],
): Promise<DuplicatePair[]> {
  if (found.length === 0) return [];
  const ids = [...new Set(found.flatMap(({ oneId, otherId }) => [oneId, otherId]))];
  const parties = new Map((await listParties(db, actor.workspaceId, ids)).map((row) => [row.id, row]));
  return found.flatMap(({ oneId, otherId, reasons }) => {
    const one = parties.get(oneId);
    const other = parties.get(otherId);
    if (one === undefined || other === undefined) return [];
    const [survivor, merged] = isRicher(other, one) ? [other, one] : [one, other];
    return [
      {
        survivor: presentParty(survivor),
        other: presentParty(merged),
        reasons: [...reasons],
        canMerge: customerPolicy.canAny(actor, 'customer:merge'),
      },
    ];
  });
}

/** Hides a pair from the duplicates. Throws NOT_FOUND, INVALID_INPUT. */
export async function dismissDuplicate(
  work: Work,
  actor: Member,
  { customerId, otherId }: { customerId: string; otherId: string },
): Promise<void> {
  const pair = await readPair(work, actor, { customerId, otherId });
  await insertDismissal(work.db, { ...pair, userId: actor.userId, now: work.now });
  publishPair(work, pair);
}

/** Shows a dismissed pair again. Throws NOT_FOUND, INVALID_INPUT. */
export async function undoDismissal(
  work: Work,
  actor: Member,
  { customerId, otherId }: { customerId: string; otherId: string },
): Promise<void> {
  const pair = await readPair(work, actor, { customerId, otherId });
  await deleteDismissal(work.db, pair);
  publishPair(work, pair);
}

type Pair = { workspaceId: string; oneId: string; otherId: string };

async function readPair(
  { db }: Work,
  actor: Member,
  { customerId, otherId }: { customerId: string; otherId: string },
): Promise<Pair> {
  if (customerId === otherId) throw invalidField('otherId', 'This is the same customer');
  await getCustomerRef(db, actor, customerId);
  await getCustomerRef(db, actor, otherId);
  return { workspaceId: actor.workspaceId, oneId: customerId, otherId };
}

function publishPair(work: Work, { workspaceId, oneId, otherId }: Pair): void {
  work.audit({ otherId });
  for (const id of [oneId, otherId]) work.publish({ workspaceId, noun: 'customer', id, customerId: id });
}

/** The customer with more history is kept; if equal, the older one. */
function isRicher(one: PartyRow, other: PartyRow): boolean {
  if (one.activity_count !== other.activity_count) return one.activity_count > other.activity_count;
  return one.created_at < other.created_at;
}

function presentParty(row: PartyRow): DuplicatePair['survivor'] {
  return {
    id: row.id,
    name: row.name,
    accountType: row.account_type,
    email: row.email,
    phone: row.phone,
    company: row.company,
    npi: row.npi,
    city: row.city,
    region: row.region,
    activityCount: row.activity_count,
    createdAt: row.created_at.toISOString(),
  };
}
