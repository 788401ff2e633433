import type { StageNames } from '@handover/contract/stage-names.ts';
import { useQuery } from '@tanstack/react-query';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { membersQuery } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ownerQuery } from '../../businesses.queries.ts';
import type { ListFilter } from './list-search.ts';

/** A filter in force, as a chip shows it. */
interface FilterChip {
  readonly name: keyof ListFilter;
  readonly label: string;
}

interface Names {
  brokers: readonly { readonly id: string; readonly displayName: string }[];
  ownerName: string | undefined;
  userId: string;
  stages: StageNames;
}

/** The chips of a filter. They say what is listed (“On market”), not the field's name; the search text stands in its own box. */
export function useChips(filter: ListFilter): FilterChip[] {
  const user = useUser();
  const stages = useStageNames();
  const { brokerId, ownerId = '' } = filter;
  const { data: brokers = [] } = useQuery({ ...membersQuery(), enabled: brokerId !== undefined });
  const { data: owner } = useQuery({ ...ownerQuery(ownerId), enabled: ownerId !== '' });
  return chipsOf(filter, { brokers, ownerName: owner?.name, userId: user.id, stages });
}

/** `useChips` without the look-ups. */
export function chipsOf(filter: ListFilter, names: Names): FilterChip[] {
  const { stage, isOpen, type, brokerId, marketLabel, ownerId, stageBefore, isStuck, leaseBefore, deleted } =
    filter;
  const labels: readonly (readonly [keyof ListFilter, string | undefined])[] = [
    ['stage', stage && names.stages[stage]],
    ['isOpen', isOpen && (isOpen === 'true' ? 'Open' : 'Closed')],
    ['type', type && businessTypeLabels[type]],
    ['brokerId', brokerId && brokerLabel(brokerId, names)],
    ['marketLabel', marketLabel && marketLabels[marketLabel]],
    ['ownerId', ownerId && `Owned by ${names.ownerName ?? 'one customer'}`],
    ['stageBefore', stageBefore && `In its stage since before ${dateText(stageBefore)}`],
    ['isStuck', isStuck && 'Not moving'],
    ['leaseBefore', leaseBefore && `Lease ends before ${dateText(leaseBefore)}`],
    ['deleted', deleted && 'In the bin'],
  ];
  return labels.flatMap(([name, label]) => (label ? [{ name, label }] : []));
}

const marketLabels = { sale: 'Sale', new: 'New', none: 'Without a label' } as const;

function brokerLabel(brokerId: string, { brokers, userId }: Names): string {
  if (brokerId === userId) return 'Mine';
  if (brokerId === 'none') return 'Without a broker';
  return `With ${brokers.find(({ id }) => id === brokerId)?.displayName ?? 'a former member'}`;
}
