import { useState, type ReactElement } from 'react';
import { InvitationsCard, LinkDialog } from './invitations-card.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { changeRole, reactivatePerson, type Person } from '@handover/contract/members.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { DeactivateDialog, RemoveSecondFactorDialog } from './person-dialogs.tsx';
import { peopleQuery, roleNames } from './people.queries.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';

export default function PeopleScreen(): ReactElement {
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <PeopleCard />
      <InvitationsCard onLink={setLink} />
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function PeopleCard(): ReactElement {
  const people = useQuery(peopleQuery());
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [helped, setHelped] = useState<Person | null>(null);
  const rows = people.data ?? [];
  return (
    <SettingsCard title="People" text="Role changes apply immediately. Manage clients under Users.">
      <PagedPanel
        query={people}
        count={rows.length}
        empty={{ icon: 'solar:users-group-rounded-bold-duotone', title: 'No members yet' }}
        failed="The members could not be loaded"
      >
        <ul className={styles['list']}>
          {rows.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onDeactivate={() => setLeaving(person)}
              onRemoveSecondFactor={() => setHelped(person)}
            />
          ))}
        </ul>
      </PagedPanel>
      {leaving !== null && <DeactivateDialog person={leaving} onClose={() => setLeaving(null)} />}
      {helped !== null && <RemoveSecondFactorDialog person={helped} onClose={() => setHelped(null)} />}
    </SettingsCard>
  );
}

interface PersonRowProps {
  person: Person;
  onDeactivate: () => void;
  onRemoveSecondFactor: () => void;
}

function PersonRow({ person, onDeactivate, onRemoveSecondFactor }: PersonRowProps): ReactElement {
  const { id, displayName, email, photoURL, role, can } = person;
  const user = useUser();
  const { setRole, reactivate } = useMemberMutations(person);
  return (
    <li className={styles['row']}>
      <Avatar name={displayName} photoUrl={photoURL} />
      <div className={styles['main']}>
        <p className={styles['name']}>
          {displayName}
          {id === user.id && <StatusLabel tone="info">You</StatusLabel>}
          {person.status === 'deactivated' && <StatusLabel tone="neutral">Deactivated</StatusLabel>}
          {(person.hasSecondFactor || person.hasPasskey) && (
            <StatusLabel tone="success">{person.hasSecondFactor ? 'Two-step' : 'Passkey'}</StatusLabel>
          )}
        </p>
        <p className={styles['note']}>
          {email} ·{' '}
          {person.lastSeenAt === null ? (
            'never signed in'
          ) : (
            <>
              seen <RelativeTime time={person.lastSeenAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles['side']}>
        {can.changeRole ? (
          <NativeSelect
            input={<OutlinedInput size="small" />}
            inputProps={{ 'aria-label': `Role of ${displayName}` }}
            value={role}
            disabled={setRole.isPending}
            onChange={(event) => setRole.mutate(event.target.value === 'ADMIN' ? 'ADMIN' : 'STAFF')}
          >
            <option value="STAFF">Staff</option>
            <option value="ADMIN">Admin</option>
          </NativeSelect>
        ) : (
          <span className={styles['note']}>{roleNames[role]}</span>
        )}
        {can.deactivate && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            aria-label={`Deactivate ${displayName}`}
            onClick={onDeactivate}
          >
            Deactivate
          </Button>
        )}
        {can.removeSecondFactor && (
          <MenuButton
            isIconOnly
            label={`More about ${displayName}`}
            actions={[
              { label: 'Remove two-step sign-in', isDangerous: true, onSelect: onRemoveSecondFactor },
            ]}
          />
        )}
        {can.reactivate && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            aria-label={`Reactivate ${displayName}`}
            loading={reactivate.isPending}
            onClick={() => reactivate.mutate()}
          >
            Reactivate
          </Button>
        )}
      </div>
    </li>
  );
}

function useMemberMutations({ id, version, displayName }: Person) {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { refresh: refreshProfile } = useSessionActions();
  const params = { id };
  const options = {
    onError: (error: Error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      refresh({ noun: 'workspace', customerId: null });
      void refreshProfile();
    },
  };
  const setRole = useMutation({
    mutationFn: (role: 'STAFF' | 'ADMIN') => send(changeRole, { params, body: { version, role } }),
    onSuccess: (_answer, role) => toasts.done(`${displayName} is ${roleNames[role].toLowerCase()} now`),
    ...options,
  });
  const reactivate = useMutation({
    mutationFn: () => send(reactivatePerson, { params, body: { version } }),
    onSuccess: () => toasts.done(`${displayName} reactivated`),
    ...options,
  });
  return { setRole, reactivate };
}
