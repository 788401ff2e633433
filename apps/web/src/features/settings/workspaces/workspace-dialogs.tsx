import {
  archiveWorkspace,
  changeWorkspace,
  changeWorkspaceBody,
  createWorkspace,
  createWorkspaceBody,
  installationWorkspace,
  type CreateWorkspace,
  type InstallationWorkspace,
} from '@handover/contract/installation/installation-workspaces.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { applyServerErrors, createBodyResolver, submitAndWait } from '#shared/forms/form-validation.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { CurrencyOptions, TimeZoneOptions } from '../setting-fields.tsx';
import { useOpenWorkspace, useRefreshWorkspaces } from './workspaces.queries.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { omit } from 'zod/mini';
import Alert from '@mui/material/Alert';
import { getErrorMessage } from '#shared/api/api-error.ts';

const createResolver = createBodyResolver<CreateWorkspace>(createWorkspaceBody, (values) => values);
const fields = ['name', 'timeZone', 'currency', 'plan'] as const;

/** Creates a workspace and then offers to switch to it. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [made, setMade] = useState<InstallationWorkspace | null>(null);
  return made === null ? (
    <CreateForm onMade={setMade} onClose={onClose} />
  ) : (
    <MadeDialog workspace={made} onClose={onClose} />
  );
}

interface CreateFormProps {
  onMade: (workspace: InstallationWorkspace) => void;
  onClose: () => void;
}

function CreateForm({ onMade, onClose }: CreateFormProps): ReactElement {
  const { timeZone } = useUser();
  const { keyFor, renew } = useSubmitKey();
  const changed = useRefreshWorkspaces();
  const form = useForm<CreateWorkspace>({
    resolver: createResolver,
    defaultValues: { name: '', timeZone, currency: 'USD', plan: 'Pro' },
  });
  const create = useMutation({
    mutationFn: (body: CreateWorkspace) => send(createWorkspace, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ workspace }) => {
      renew();
      changed();
      onMade(workspace);
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  return (
    <FormDialog
      draft={createDialogDraft('workspace:new', form)}
      title="New workspace"
      submitLabel="Create workspace"
      failure={form.formState.errors.root?.message}
      isPending={create.isPending}
      onSubmit={form.handleSubmit(submitAndWait(create.mutateAsync))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="name" label="Name" autoComplete="off" autoFocus />
      <FormSelect control={form.control} name="plan" label="Plan">
        <option>Free</option>
        <option>Pro</option>
      </FormSelect>
      <FormSelect control={form.control} name="timeZone" label="Time zone" hint="Used for due dates">
        <TimeZoneOptions chosen={timeZone} />
      </FormSelect>
      <FormSelect control={form.control} name="currency" label="Currency" hint="For new businesses">
        <CurrencyOptions />
      </FormSelect>
    </FormDialog>
  );
}

function MadeDialog({
  workspace,
  onClose,
}: {
  workspace: InstallationWorkspace;
  onClose: () => void;
}): ReactElement {
  const open = useOpenWorkspace();
  const [isOpening, setOpening] = useState(false);
  return (
    <ConfirmDialog
      title={`${workspace.name} is ready`}
      confirmLabel="Switch to workspace"
      isPending={isOpening}
      onConfirm={() => {
        setOpening(true);
        void open(workspace, 'people').finally(onClose);
      }}
      onClose={onClose}
    >
      It is empty and appears in the workspace menu. Switch to it to invite its members.
    </ConfirmDialog>
  );
}

type EditValues = Pick<InstallationWorkspace, 'name' | 'plan'>;

const editResolver = createBodyResolver<EditValues>(
  omit(changeWorkspaceBody, { version: true }),
  (values) => values,
);

interface EditWorkspaceDialogProps {
  workspace: InstallationWorkspace;
  onClose: () => void;
}

export function EditWorkspaceDialog({
  workspace: { id, name, plan, version },
  onClose,
}: EditWorkspaceDialogProps): ReactElement {
  const changed = useRefreshWorkspaces();
  const form = useForm<EditValues>({
    resolver: editResolver,
    defaultValues: { name, plan },
  });
  const { save, isPending, conflict } = useVersionedSave<InstallationWorkspace, EditValues>({
    version,
    record: installationWorkspace,
    done: 'Workspace saved',
    write: async (values, seen) =>
      (await send(changeWorkspace, { params: { id }, body: { ...values, version: seen } })).workspace,
    onRecord: () => {
      changed();
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, ['name', 'plan']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`workspace:${id}`, form, version)}
      title={`Change ${name}`}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={(one) => `${one.name}, ${one.plan} plan.`} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(values))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="name" label="Name" autoComplete="off" autoFocus />
      <FormSelect
        control={form.control}
        name="plan"
        label="Plan"
        hint="Existing data stays, even above the limits of the plan"
      >
        <option>Free</option>
        <option>Pro</option>
      </FormSelect>
    </FormDialog>
  );
}

interface ArchiveDialogProps {
  workspace: InstallationWorkspace;
  onClose: () => void;
}

/** Confirms archiving; an error is shown in the dialog. */
export function ArchiveDialog({
  workspace: { id, name, version },
  onClose,
}: ArchiveDialogProps): ReactElement {
  const toasts = useToasts();
  const changed = useRefreshWorkspaces();
  const archive = useMutation({
    mutationFn: () => send(archiveWorkspace, { params: { id }, body: { version } }),
    onSuccess: () => {
      toasts.done(`${name} archived`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      confirmLabel="Archive"
      isDangerous
      isPending={archive.isPending}
      onConfirm={() => archive.mutate()}
      onClose={onClose}
    >
      {archive.error !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {getErrorMessage(archive.error)}
        </Alert>
      )}
      No one can sign in to it or work in it. Its data is kept; its mail, reminders, and webhooks are paused
      until it is restored.
    </ConfirmDialog>
  );
}
