import {
  apiKeyDays,
  apiNouns,
  apiScopes,
  createApiKey,
  createApiKeyBody,
  type ApiScope,
} from '@handover/contract/api-keys.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { applyServerErrors } from '#shared/forms/form-validation.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './create-key-dialog.module.css';

type KeyValues = BodyInput<typeof createApiKey>;

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps): ReactElement {
  const titleId = useId();
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
  const { root } = form.formState.errors;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <form noValidate onSubmit={form.handleSubmit((values) => create.mutate(values))}>
        <DialogTitle id={titleId}>New API key</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {root !== undefined && <Alert severity="error">{root.message}</Alert>}
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
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function ScopesField({ control }: { control: Control<KeyValues> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'scopes' });
  const toggle = (scope: ApiScope): void =>
    field.onChange(apiScopes.filter((one) => (one === scope) !== field.value.includes(one)));
  return (
    <fieldset className={styles['scopes']}>
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
  const { field, fieldState } = useController({ control, name: 'days' });
  return (
    <LabeledSelect
      label="Expires after"
      value={field.value}
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
