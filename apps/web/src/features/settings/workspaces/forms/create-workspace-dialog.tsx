import {
  createWorkspace,
  createWorkspaceBody,
  type CreateWorkspace,
  type InstallationWorkspace,
} from '@handover/contract/installation-workspaces.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { CurrencyOptions, TimeZoneOptions } from '../../options.tsx';
import { useOpenWorkspace, useWorkspacesChanged } from '../workspaces.queries.ts';

const judge = bodyResolver<CreateWorkspace>(createWorkspaceBody, (values) => values);
const fields = ['name', 'timeZone', 'currency', 'plan'] as const;

/** Makes a workspace, and then shows the way into it. */
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
  const changed = useWorkspacesChanged();
  const { control, setError, handleSubmit, formState } = useForm<CreateWorkspace>({
    resolver: judge,
    defaultValues: { name: '', timeZone, currency: 'USD', plan: 'Pro' },
  });
  const create = useMutation({
    mutationFn: (body: CreateWorkspace) => send(createWorkspace, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ workspace }) => {
      renew();
      changed();
      onMade(workspace);
    },
    onError: (error) => applyServerErrors(error, setError, fields),
  });
  return (
    <FormDialog
      title="New workspace"
      submitLabel="Make workspace"
      failure={formState.errors.root?.message}
      isPending={create.isPending}
      onSubmit={handleSubmit((body) => create.mutate(body))}
      onClose={onClose}
    >
      <FormTextField control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <FormSelect control={control} name="plan" label="Plan">
        <option>Free</option>
        <option>Pro</option>
      </FormSelect>
      <FormSelect
        control={control}
        name="timeZone"
        label="Time zone"
        hint="Decides what “today” is for due dates"
      >
        <TimeZoneOptions chosen={timeZone} />
      </FormSelect>
      <FormSelect control={control} name="currency" label="Currency" hint="For new businesses">
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
      confirmLabel="Switch to it"
      isPending={isOpening}
      onConfirm={() => {
        setOpening(true);
        void open(workspace, 'people').finally(onClose);
      }}
      onClose={onClose}
    >
      It is empty, and stands among the workspaces in the menu. Switch to it to invite the people who will
      work there.
    </ConfirmDialog>
  );
}
