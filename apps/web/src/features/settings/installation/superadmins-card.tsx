import {
  addSuperadmin,
  addSuperadminBody,
  listSuperadmins,
  removeSuperadmin,
  type Superadmin,
  type Superadmins,
} from '@handover/contract/installation/superadmins.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { pick } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { applyServerErrors, createBodyResolver, submitAndWait } from '#shared/forms/form-validation.ts';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';
import styles from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';

const superadminsQuery = (): QueryFor<Superadmins> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'superadmins'],
    queryFn: ({ signal }) => send(listSuperadmins, {}, { signal }),
  });

export function SuperadminsCard(): ReactElement {
  const query = useQuery(superadminsQuery());
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Superadmin | null>(null);
  const user = useUser();
  const superadmins = query.data?.superadmins ?? [];
  return (
    <SettingsCard
      title="Superadmins"
      text="They run the installation and can open every workspace. Have at least two so that one can restore the other’s access."
      actions={
        <Button disabled={query.data === undefined} onClick={() => setAdding(true)}>
          Add superadmin
        </Button>
      }
    >
      <PagedPanel
        query={query}
        count={superadmins.length}
        empty={{ icon: 'solar:users-group-rounded-bold-duotone', title: 'No superadmins' }}
        failed="The superadmins could not be loaded"
      >
        <ul className={styles['list']} aria-label="Superadmins">
          {superadmins.map((person) => (
            <li key={person.id} className={styles['row']}>
              <Avatar name={person.displayName} photoUrl={person.photoURL} size={40} />
              <div className={styles['main']}>
                <p className={styles['name']}>
                  {person.displayName}
                  {person.id === user.id && <StatusLabel tone="info">You</StatusLabel>}
                </p>
                <p className={styles['note']}>{person.email}</p>
              </div>
              {person.canRemove && (
                <Button
                  variant="outlined"
                  color="error"
                  size="small"
                  aria-label={`Remove ${person.displayName}`}
                  onClick={() => setRemoved(person)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      </PagedPanel>
      {isAdding && <AddDialog candidates={query.data?.candidates ?? []} onClose={() => setAdding(false)} />}
      {removed !== null && <RemoveDialog person={removed} onClose={() => setRemoved(null)} />}
    </SettingsCard>
  );
}

interface AddDialogProps {
  candidates: Superadmins['candidates'];
  onClose: () => void;
}

function AddDialog({ candidates, onClose }: AddDialogProps): ReactElement {
  const client = useQueryClient();
  const toasts = useToasts();
  const form = useForm({
    resolver: createBodyResolver<AddValues>(addSuperadminBody, (values) => values),
    defaultValues: { userId: '', password: '' },
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: AddValues) => send(addSuperadmin, { body }),
    onSuccess: (answer, { userId }) => {
      client.setQueryData(superadminsQuery().queryKey, answer);
      toasts.done(`${candidates.find(({ id }) => id === userId)?.displayName ?? 'Superadmin'} added`);
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, ['userId', 'password']),
  });
  return (
    <FormDialog
      draft={null}
      title="Add superadmin"
      submitLabel="Add"
      notice={
        <DialogContentText variant="body2">
          They can change everything in every workspace and will be notified by email.
        </DialogContentText>
      }
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit(submitAndWait(mutateAsync))}
      onClose={onClose}
    >
      <FormSelect
        control={form.control}
        name="userId"
        label="Administrator"
        hint={
          candidates.length === 0
            ? 'Invite someone to a workspace as an administrator first.'
            : 'An administrator of any workspace'
        }
      >
        <option value="">Choose</option>
        {candidates.map(({ id, displayName, email }) => (
          <option key={id} value={id}>
            {displayName}, {email}
          </option>
        ))}
      </FormSelect>
      <FormTextField
        control={form.control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

interface AddValues {
  userId: string;
  password: string;
}

/** Superadmins who remove themselves are signed out. */
function RemoveDialog({ person, onClose }: { person: Superadmin; onClose: () => void }): ReactElement {
  const { id, displayName } = person;
  const isOneself = id === useUser().id;
  const client = useQueryClient();
  const toasts = useToasts();
  const { refresh } = useSessionActions();
  const form = useForm({
    resolver: createBodyResolver<RemoveValues>(
      pick(addSuperadminBody, { password: true }),
      (values) => values,
    ),
    defaultValues: { password: '' },
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: RemoveValues) => send(removeSuperadmin, { params: { id }, body }),
    onSuccess: (answer) => {
      client.setQueryData(superadminsQuery().queryKey, answer);
      toasts.done(`${displayName} is no longer a superadmin`);
      onClose();
      if (isOneself) void refresh();
    },
    onError: (error) => applyServerErrors(error, form.setError, ['password']),
  });
  return (
    <FormDialog
      draft={null}
      title={isOneself ? 'Remove yourself as a superadmin?' : `Remove ${displayName} as a superadmin?`}
      submitLabel="Remove"
      isDangerous
      notice={
        <DialogContentText variant="body2">
          {isOneself
            ? 'You are signed out on every device, and your API keys are revoked. Your workspace roles do not change.'
            : 'They are signed out on every device, and their API keys are revoked. Their workspace roles do not change.'}
        </DialogContentText>
      }
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit(submitAndWait(mutateAsync))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
    </FormDialog>
  );
}

interface RemoveValues {
  password: string;
}
