import {
  changeWorkspace,
  changeWorkspaceBody,
  type InstallationWorkspace,
} from '@handover/contract/installation-workspaces.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useWorkspacesChanged } from '../workspaces.queries.ts';

type EditValues = Pick<InstallationWorkspace, 'name' | 'plan'>;

const judge = bodyResolver<EditValues>(omit(changeWorkspaceBody, { version: true }), (values) => values);

interface EditWorkspaceDialogProps {
  workspace: InstallationWorkspace;
  onClose: () => void;
}

/** Renames a workspace or gives it another plan. */
export function EditWorkspaceDialog({
  workspace: { id, name, plan, version },
  onClose,
}: EditWorkspaceDialogProps): ReactElement {
  const toasts = useToasts();
  const changed = useWorkspacesChanged();
  const { control, setError, handleSubmit, formState } = useForm<EditValues>({
    resolver: judge,
    defaultValues: { name, plan },
  });
  const save = useMutation({
    mutationFn: (values: EditValues) =>
      send(changeWorkspace, { params: { id }, body: { ...values, version } }),
    onSuccess: (_answer, values) => {
      toasts.done(`${values.name} is saved`);
      onClose();
    },
    onError: (error) => applyServerErrors(error, setError, ['name', 'plan']),
    onSettled: changed,
  });
  return (
    <FormDialog
      title={`Change ${name}`}
      submitLabel="Save"
      failure={formState.errors.root?.message}
      isPending={save.isPending}
      onSubmit={handleSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <FormTextField control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <FormSelect
        control={control}
        name="plan"
        label="Plan"
        hint="What is there already stays, also beyond what the plan holds"
      >
        <option>Free</option>
        <option>Pro</option>
      </FormSelect>
    </FormDialog>
  );
}
