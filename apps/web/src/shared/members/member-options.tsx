import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import type { listMembers, WorkspaceMember } from '@handover/contract/settings/workspaces.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

interface MemberOptionsProps {
  /** A former member who remains selectable. */
  current?: { id: string; displayName: string } | null;
  /** The selected value, which may be known before the members load; `none` or empty for no one. */
  value?: string | undefined;
}

/**
 * The members as options of a `<select>`, the user first. A superadmin who only visits the workspace is not an option.
 */
export function MemberOptions({ current = null, value }: MemberOptionsProps): ReactElement {
  const user = useUser();
  const { data: members } = useQuery(membersQuery());
  const own = user.isMember ? [user.id] : [];
  const others = members?.filter(({ id }) => id !== user.id) ?? [];
  const listed = [...own, ...others.map(({ id }) => id)];
  const former = current === null || listed.includes(current.id) ? [] : [current];
  return (
    <>
      {user.isMember && <option value={user.id}>{user.displayName} (you)</option>}
      <PeopleOptions
        people={[...others, ...former]}
        value={value}
        aside={['', 'none', ...own]}
        isComing={members === undefined}
      />
    </>
  );
}

interface BrokerOptionsProps {
  /** The value of the “Mine” option. */
  mine: string;
  value: string | undefined;
}

/** The brokers that a list can be filtered by, as options of a `<select>`. */
export function BrokerOptions({ mine, value }: BrokerOptionsProps): ReactElement {
  const user = useUser();
  const { data: members } = useQuery(membersQuery());
  return (
    <>
      <option value={mine}>Mine</option>
      <option value="none">Unassigned</option>
      <PeopleOptions
        people={members?.filter(({ id }) => id !== user.id) ?? []}
        value={value}
        aside={['', 'none', mine]}
        isComing={members === undefined}
      />
    </>
  );
}

/** The chip of a filter by broker. */
export function BrokerChip({ value, onRemove }: { value: string; onRemove: () => void }): ReactElement {
  const user = useUser();
  const { data: members } = useQuery(membersQuery());
  const name = members?.find(({ id }) => id === value)?.displayName;
  const label =
    value === 'me' || value === user.id
      ? 'Mine'
      : value === 'none'
        ? 'Unassigned'
        : `With ${name ?? 'a former member'}`;
  return <RemovableChip label={label} onRemove={onRemove} />;
}

interface Person {
  readonly id: string;
  readonly displayName: string;
}

interface PeopleOptionsProps {
  people: readonly Person[];
  value: string | undefined;
  /** Values that have their own options elsewhere in the select. */
  aside: readonly string[];
  /** Whether people are still loading. */
  isComing: boolean;
}

/**
 * People as options of a `<select>`, including the selected person if they are not among them. Options keep their
 * elements while others load, because a browser selects a different option if the selected one is removed.
 */
function PeopleOptions({ people, value, aside, isComing }: PeopleOptionsProps): ReactElement {
  const isListed = value === undefined || aside.includes(value) || people.some(({ id }) => id === value);
  const unlisted = isListed ? [] : [{ id: value, displayName: isComing ? '…' : 'Not a member' }];
  return (
    <>
      {[...people, ...unlisted].map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
    </>
  );
}

const membersCall: CallOf<typeof listMembers> = { method: 'GET', path: '/members' };

/** The staff of the workspace, for pickers and mentions. */
export const membersQuery = (): QueryFor<WorkspaceMember[]> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'members'],
    queryFn: async ({ signal }) => (await send(membersCall, {}, { signal })).members,
    staleTime: 5 * 60_000,
  });
