import { useMemo, useState, type ReactElement } from 'react';
import { never } from 'zod/mini';
import InviteLinkDialog from '#shared/access-grants/invite-link-dialog.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { useMutation } from '@tanstack/react-query';
import {
  changeRole,
  listPeople,
  reactivatePerson,
  type Person,
} from '@handover/contract/settings/members.ts';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { defineRecordList, type RecordList } from '#shared/records/list/record-list.ts';
import styles from '../rows.module.css';
import { DeactivateDialog, RemoveSecondFactorDialog } from './person-dialogs.tsx';
import { roleNames } from './people.queries.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';

export default function PeopleScreen(): ReactElement {
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <PeopleCard />
      <InvitationsCard onLink={setLink} />
      {link !== null && <InviteLinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function PeopleCard(): ReactElement {
  const [leaving, setLeaving] = useState<Person | null>(null);
  const [helped, setHelped] = useState<Person | null>(null);
  const list = useMemo(
    () =>
      createList((person) => <PersonActions person={person} onDeactivate={setLeaving} onHelp={setHelped} />),
    [],
  );
  return (
    <>
      <p className={styles['note']}>Role changes apply immediately. Manage clients in Users Management.</p>
      <RecordListPage list={list} />
      {leaving !== null && <DeactivateDialog person={leaving} onClose={() => setLeaving(null)} />}
      {helped !== null && <RemoveSecondFactorDialog person={helped} onClose={() => setHelped(null)} />}
    </>
  );
}

function createList(rowActions: (person: Person) => ReactElement): RecordList<Person> {
  return defineRecordList<Person, Record<never, never>, never>({
    nouns: ['member', 'members'],
    liveNoun: 'workspace',
    filterSchemas: {},
    sortSchema: never(),
    defaultSort: '',
    sortNames: {},
    pageSizes: [100],
    // Not paged, because a workspace has a few hundred members at most.
    async fetchPage(_, signal) {
      const { people } = await send(listPeople, {}, { signal });
      return { rows: people, total: people.length, nextCursor: null };
    },
    nameOf: ({ displayName }) => displayName,
    linkTo: () => null,
    picture: ({ displayName, photoURL }, size) => (
      <Avatar name={displayName} photoUrl={photoURL} size={size} />
    ),
    mark: (person) => <PersonLabel person={person} />,
    name: { key: 'displayName', header: 'Name', width: 240 },
    columns: [
      {
        key: 'role',
        header: 'Role',
        width: 120,
        card: 'badge',
        cell: (person) => <RoleCell person={person} />,
      },
      {
        key: 'hasSecondFactor',
        header: 'Two-step',
        width: 120,
        card: 'badge',
        cell: ({ hasSecondFactor, hasPasskey }) =>
          (hasSecondFactor || hasPasskey) && (
            <StatusLabel tone="success">{hasSecondFactor ? 'Two-step' : 'Passkey'}</StatusLabel>
          ),
      },
      {
        key: 'lastSeenAt',
        header: 'Last seen',
        width: 120,
        card: 'end',
        cell: ({ lastSeenAt }, { timeZone }) =>
          lastSeenAt === null ? 'Never signed in' : <RelativeTime time={lastSeenAt} timeZone={timeZone} />,
      },
      { key: 'email', header: 'Email', width: 210, card: 'detail', text: ({ email }) => email },
    ],
    filters: {},
    rowActions,
    empty: {
      icon: 'solar:users-group-rounded-bold-duotone',
      title: 'No members yet',
      text: 'Invite the first one below.',
    },
  });
}

function PersonLabel({ person: { id, status } }: { person: Person }): ReactElement | null {
  const user = useUser();
  if (status === 'deactivated') return <StatusLabel tone="neutral">Deactivated</StatusLabel>;
  return id === user.id ? <StatusLabel tone="info">You</StatusLabel> : null;
}

function RoleCell({ person }: { person: Person }): ReactElement {
  const user = useUser();
  const [isConfirming, setConfirming] = useState(false);
  const { setRole } = useMemberMutations(person);
  const { displayName, role, can } = person;
  if (!can.changeRole) return <>{roleNames[role]}</>;
  const isPromotion = role === 'STAFF';
  const change = (): void =>
    setRole.mutate(isPromotion ? 'ADMIN' : 'STAFF', { onSettled: () => setConfirming(false) });
  return (
    <>
      <NativeSelect
        input={<OutlinedInput size="small" />}
        inputProps={{ 'aria-label': `Role for ${displayName}` }}
        value={role}
        disabled={setRole.isPending}
        // A single arrow key changes a closed select, so important changes need a confirmation.
        onChange={() => (isPromotion || person.id === user.id ? setConfirming(true) : change())}
      >
        <option value="STAFF">Staff</option>
        <option value="ADMIN">Admin</option>
      </NativeSelect>
      {isConfirming && (
        <ConfirmDialog
          title={isPromotion ? `Make ${displayName} an administrator?` : 'Change your own role to Staff?'}
          confirmLabel={isPromotion ? 'Make administrator' : 'Change to Staff'}
          isDangerous={!isPromotion}
          isPending={setRole.isPending}
          onConfirm={change}
          onClose={() => setConfirming(false)}
        >
          {isPromotion
            ? 'Administrators see all records and can change all settings and members.'
            : 'You lose access to the settings immediately. Only another administrator can undo this.'}
        </ConfirmDialog>
      )}
    </>
  );
}

interface PersonActionsProps {
  person: Person;
  onDeactivate: (person: Person) => void;
  onHelp: (person: Person) => void;
}

function PersonActions({ person, onDeactivate, onHelp }: PersonActionsProps): ReactElement {
  const { displayName, can } = person;
  const { reactivate } = useMemberMutations(person);
  const actions: MenuAction[] = [
    ...(can.deactivate
      ? [{ label: 'Deactivate', isDangerous: true, onSelect: () => onDeactivate(person) }]
      : []),
    ...(can.reactivate ? [{ label: 'Reactivate', onSelect: () => reactivate.mutate() }] : []),
    ...(can.removeSecondFactor
      ? [{ label: 'Remove two-step sign-in', isDangerous: true, onSelect: () => onHelp(person) }]
      : []),
  ];
  return (
    <>
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${displayName}`} actions={actions} />}
    </>
  );
}

function useMemberMutations({ id, version, displayName }: Person) {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { refresh: refreshProfile } = useSessionActions();
  const params = { id };
  const options = {
    onError: (error: Error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      refresh({ noun: 'workspace', customerId: null });
      void refreshProfile();
    },
  };
  const setRole = useMutation({
    mutationFn: (role: 'STAFF' | 'ADMIN') => send(changeRole, { params, body: { version, role } }),
    onSuccess: (_answer, role) =>
      toasts.done(`${displayName} is now ${role === 'ADMIN' ? 'an administrator' : 'staff'}`),
    ...options,
  });
  const reactivate = useMutation({
    mutationFn: () => send(reactivatePerson, { params, body: { version } }),
    onSuccess: () => toasts.done(`${displayName} reactivated`),
    ...options,
  });
  return { setRole, reactivate };
}
