import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { membersQuery } from './members.queries.ts';
import { PeopleOptions } from './people-options.tsx';

interface MemberOptionsProps {
  /** Keeps a former member selectable by name. */
  current?: { id: string; displayName: string } | null;
  /** What the select holds, where that may be known before the members are; `none` and nothing stand for nobody. */
  value?: string | undefined;
}

/** The members as options of a `<select>`, oneself first; a superadmin who only visits the workspace is none. */
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
