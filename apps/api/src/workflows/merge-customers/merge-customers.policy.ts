import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { DealConflict } from '#features/deals/deals.public.ts';

type Party = Pick<CustomerDetail, 'id' | 'name' | 'status' | 'login' | 'deletedAt'> & {
  /** The customer they were merged into by another merge. */
  readonly partOf: string | null;
};

/** Why two customers cannot be merged now, or null. */
export function findMergeObstacle(
  survivor: Party,
  other: Party,
  conflict: DealConflict | null,
): string | null {
  for (const { name, partOf } of [survivor, other])
    if (partOf !== null) return `${name} was already merged into ${partOf}.`;
  const trashed = [survivor, other].find(({ deletedAt }) => deletedAt !== null);
  if (trashed !== undefined) return `${trashed.name} is in the trash. Restore them first.`;
  if (survivor.login === 'active' && other.login === 'active')
    return 'Both customers can sign in, so they cannot be merged.';
  if (survivor.status !== other.status)
    return 'One of the two is banned. Lift the ban, or ban both, before merging them.';
  return conflict === null ? null : describeConflict(survivor, other, conflict);
}

function describeConflict(
  survivor: Party,
  other: Party,
  { reason, buyerId, business }: DealConflict,
): string {
  if (reason === 'both-have-deals')
    return `Both have a deal on ${business}. Move one of them to the trash first.`;
  const [buyer, owner] = survivor.id === buyerId ? [survivor, other] : [other, survivor];
  return `${owner.name} owns ${business}, and ${buyer.name} has a deal on it. Move the deal to the trash first.`;
}

type MergeState = {
  readonly isUndone: boolean;
  readonly survivorName: string;
  readonly isSurvivorDeleted: boolean;
  /** The customer the survivor was merged into since. */
  readonly partOf: string | null;
  /** The customers merged into the survivor after this merge. */
  readonly tookIn: string | null;
};

/** Why a merge cannot be undone, or null. Merges are undone in reverse order, the last merge first. */
export function findUndoObstacle({
  isUndone,
  survivorName,
  isSurvivorDeleted,
  partOf,
  tookIn,
}: MergeState): string | null {
  if (isUndone) return 'This merge was already undone.';
  if (partOf !== null) return `${survivorName} was later merged into ${partOf}. Undo that merge first.`;
  if (tookIn !== null) return `${tookIn} was later merged into ${survivorName}. Undo that merge first.`;
  if (isSurvivorDeleted) return `${survivorName} is in the trash. Restore them first.`;
  return null;
}
