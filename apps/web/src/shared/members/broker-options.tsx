import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { membersQuery } from './members.queries.ts';
import { PeopleOptions } from './people-options.tsx';

interface BrokerOptionsProps {
  /** The value that stands for oneself. */
  mine: string;
  /** What the select holds. */
  value: string | undefined;
}

/** The brokers that a list can be narrowed to, as options of a `<select>`. */
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
