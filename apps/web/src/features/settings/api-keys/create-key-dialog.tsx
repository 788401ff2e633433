import {
  apiKeyDays,
  apiNouns,
  apiScopes,
  createApiKey,
  createApiKeyBody,
  type ApiScope,
} from '@handover/contract/settings/api-keys.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { applyServerErrors, submitAndWait } from '#shared/forms/form-validation.ts';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './create-key-dialog.module.css';

type KeyValues = BodyInput<typeof createApiKey>;

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps): ReactElement {
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const form = useForm<KeyValues>({
    resolver: zodResolver(createApiKeyBody),
    defaultValues: { name: '', scopes: [], days: 90 },
  });
  const create = useMutation({
    mutationFn: (body: KeyValues) => send(createApiKey, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ key }) => {
      refresh({ noun: 'workspace', customerId: null });
      onCreated(key);
    },
    onError: (error) => applyServerErrors(error, form.setError, ['name', 'scopes', 'days']),
  });
  return (
    <FormDialog
      draft={createDialogDraft('api-key', form)}
      title="New API key"
      submitLabel="Create key"
      failure={form.formState.errors.root?.message}
      isPending={create.isPending}
      isLockedWhilePending
      maxWidth="sm"
      onSubmit={form.handleSubmit(submitAndWait(create.mutateAsync))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="name"
        label="Name"
        hint="For example, the program that uses it"
        autoComplete="off"
        autoFocus
      />
      <ScopesField control={form.control} />
      <DaysField control={form.control} />
    </FormDialog>
  );
}

function ScopesField({ control }: { control: Control<KeyValues> }): ReactElement {
  const { field, fieldState, formState } = useController({ control, name: 'scopes' });
  const toggle = (scope: ApiScope): void =>
    field.onChange(apiScopes.filter((one) => (one === scope) !== field.value.includes(one)));
  return (
    <fieldset className={styles['scopes']} disabled={formState.isSubmitting}>
      <legend>Scopes</legend>
      {apiNouns.map((noun) => (
        <div key={noun} className={styles['noun']}>
          <span className={styles['name']}>{noun}</span>
          {apiScopes
            .filter((scope) => scope.startsWith(`${noun}:`))
            .map((scope) => (
              <label
                key={scope}
                className={classNames(styles['option'], scope.endsWith(':write') && styles['write'])}
              >
                <input type="checkbox" checked={field.value.includes(scope)} onChange={() => toggle(scope)} />
                <span className="sr-only">{noun}</span> {scope.slice(noun.length + 1)}
              </label>
            ))}
        </div>
      ))}
      {fieldState.error !== undefined && (
        <FormHelperText error role="alert">
          {fieldState.error.message}
        </FormHelperText>
      )}
    </fieldset>
  );
}

function DaysField({ control }: { control: Control<KeyValues> }): ReactElement {
  const { field, fieldState, formState } = useController({ control, name: 'days' });
  return (
    <LabeledSelect
      label="Expires after"
      value={field.value}
      disabled={formState.isSubmitting}
      onChange={(event) => field.onChange(Number(event.target.value))}
      error={fieldState.error?.message}
    >
      {apiKeyDays.map((days) => (
        <option key={days} value={days}>
          {days} days
        </option>
      ))}
    </LabeledSelect>
  );
}
