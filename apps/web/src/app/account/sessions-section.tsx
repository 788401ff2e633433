import { revokeOtherSessions, revokeSession, type DeviceSession } from '@handover/contract/auth/auth.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { AccountItem, AccountList, AccountSection } from './account-section.tsx';
import { sessionsQuery } from './account-queries.ts';
import { getDeviceName, isHandheld } from '@handover/contract/auth/device-name.ts';

export default function SessionsSection(): ReactElement {
  const sessions = useQuery(sessionsQuery());
  return (
    <AccountSection
      title="Devices"
      text="Devices where you are signed in. Sign out devices you don’t recognize, then change your password."
    >
      {sessions.isPending && <ListSkeleton columns={['60%', '40%']} rows={2} rowHeight={64} />}
      {sessions.isError && (
        <FailedState
          title="Your devices could not be loaded"
          text={getErrorMessage(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.isSuccess && <SessionList sessions={sessions.data.sessions} />}
    </AccountSection>
  );
}

function SessionList({ sessions }: { sessions: readonly DeviceSession[] }): ReactElement {
  const { end, endOthers } = useEndSessions();
  return (
    <>
      <AccountList>
        {[...Map.groupBy(sessions, ({ userAgent }) => getDeviceName(userAgent))].map(([name, group]) => (
          <Device key={name} name={name} sessions={group} end={end} />
        ))}
      </AccountList>
      {sessions.length > 1 && (
        <Button
          variant="outlined"
          color="error"
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          Sign out all other devices
        </Button>
      )}
    </>
  );
}

interface DeviceProps {
  name: string;
  /** Newest first. */
  sessions: readonly DeviceSession[];
  end: ReturnType<typeof useEndSessions>['end'];
}

/** The sessions of one kind of device, grouped; several are listed on request. */
function Device({ name, sessions, end }: DeviceProps): ReactElement {
  const [latest] = sessions;
  const others = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  const isElsewhere = others.length === sessions.length;
  return (
    <AccountItem
      icon={isHandheld(latest?.userAgent ?? '') ? 'solar:smartphone-linear' : 'solar:monitor-linear'}
      title={
        <>
          {name}
          {sessions.some(({ isCurrent }) => isCurrent) && (
            <StatusLabel tone="success">This device</StatusLabel>
          )}
        </>
      }
      note={
        sessions.length > 1 ? (
          <details>
            <summary>{sessions.length} sign-ins</summary>
            {sessions.map((session) => (
              <div key={session.id}>
                <LastSeen session={session} />
                {session.isCurrent && ', this one'}
              </div>
            ))}
          </details>
        ) : (
          latest && <LastSeen session={latest} />
        )
      }
    >
      {others.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={isElsewhere ? `Sign out ${name}` : `Sign out others on ${name}`}
          loading={end.isPending && end.variables[0] === others[0]}
          onClick={() => end.mutate(others)}
        >
          {isElsewhere ? 'Sign out' : 'Sign out others'}
        </Button>
      )}
    </AccountItem>
  );
}

function LastSeen({ session }: { session: DeviceSession }): ReactElement {
  return (
    <>
      {session.ipAddress} · active <RelativeTime time={session.lastSeenAt} />
    </>
  );
}

function useEndSessions() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const options = {
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery()),
    onError: (error: Error) => toasts.failed(getErrorMessage(error)),
  };
  const end = useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => send(revokeSession, { params: { id } }))),
    ...options,
  });
  const endOthers = useMutation({ mutationFn: () => send(revokeOtherSessions), ...options });
  return { end, endOthers };
}
