import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useUser } from '../session/session-context.tsx';
import { membersQuery } from './members.queries.ts';

/** The members as options of a `<select>`, oneself first. `current` keeps a former member selectable by name. */
export function MemberOptions({
  current,
}: {
  current?: { id: string; displayName: string } | null;
}): ReactElement {
  const user = useUser();
  const { data: members = [] } = useQuery(membersQuery());
  const others = members.filter(({ id }) => id !== user.id);
  const isFormer = current != null && current.id !== user.id && !others.some(({ id }) => id === current.id);
  return (
    <>
      <option value={user.id}>{user.displayName} (you)</option>
      {others.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
      {isFormer && <option value={current.id}>{current.displayName}</option>}
    </>
  );
}
