import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PendingLink } from '#shared/lists/pending-link.tsx';
import { triageCountQuery } from './triage.queries.ts';

/** The way to mail of unknown senders, while some waits. */
export function TriageLink(): ReactNode {
  const { data: count = 0 } = useQuery(triageCountQuery());
  if (count === 0) return null;
  return (
    <PendingLink to="/admin/users/triage">{`${count.toLocaleString('en')} from unknown senders`}</PendingLink>
  );
}
