import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useUser } from '../session/session-context.tsx';
import { membersQuery } from './members.queries.ts';

/** The brokers that a list can be narrowed to, as options of a `<select>`. `mine` is the value that stands for oneself. */
export function BrokerOptions({ mine }: { mine: string }): ReactElement {
  const user = useUser();
  const { data: members = [] } = useQuery(membersQuery());
  return (
    <>
      <option value={mine}>Mine</option>
      <option value="none">Without a broker</option>
      {members
        .filter(({ id }) => id !== user.id)
        .map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
    </>
  );
}
