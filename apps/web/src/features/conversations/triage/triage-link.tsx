import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { WaitingLink } from '#shared/lists/toolbar/waiting-link.tsx';
import { triageCountQuery } from './triage.queries.ts';

/** The way to mail of unknown senders, while some waits. */
export function TriageLink(): ReactNode {
  const { data: count = 0 } = useQuery(triageCountQuery());
  if (count === 0) return null;
  return (
    <WaitingLink to="/admin/users/triage">{`${count.toLocaleString('en')} from unknown senders`}</WaitingLink>
  );
}
