import { revokeOtherSessions, revokeSession, type DeviceSession } from '@handover/contract/auth.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { AccountItem, AccountList, AccountSection } from './account-section.tsx';
import { sessionsQuery } from './account-queries.ts';
import { deviceName, isHandheld } from '@handover/contract/device-name.ts';

export function SessionsSection(): ReactElement {
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
          text={messageOf(sessions.error)}
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
        {sessions.map((session) => (
          <AccountItem
            key={session.id}
            icon={isHandheld(session.userAgent) ? 'solar:smartphone-linear' : 'solar:monitor-linear'}
            title={
              <>
                {deviceName(session.userAgent)}
                {session.isCurrent && <StatusLabel tone="success">This device</StatusLabel>}
              </>
            }
            note={
              <>
                {session.ipAddress} · active <RelativeTime time={session.lastSeenAt} />
              </>
            }
          >
            {!session.isCurrent && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                aria-label={`Sign out ${deviceName(session.userAgent)}`}
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </AccountItem>
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

function useEndSessions() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const options = {
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery()),
    onError: (error: Error) => toasts.failed(messageOf(error)),
  };
  const end = useMutation({
    mutationFn: (id: string) => send(revokeSession, { params: { id } }),
    ...options,
  });
  const endOthers = useMutation({ mutationFn: () => send(revokeOtherSessions), ...options });
  return { end, endOthers };
}
