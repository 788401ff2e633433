import { activityTypes, type ActivityType } from '@handover/contract/records/activities.ts';
import {
  createWebhook,
  createWebhookBody,
  updateWebhook,
  webhook as webhookSchema,
  type Webhook,
} from '@handover/contract/settings/webhooks.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import FormHelperText from '@mui/material/FormHelperText';
import type { ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { applyServerErrors } from '#shared/forms/form-validation.ts';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from './webhook-dialog.module.css';

type HookValues = BodyInput<typeof createWebhook>;
/** The secret is set for a new webhook. */
type SavedWebhook = Webhook & { readonly secret?: string };

interface WebhookDialogProps {
  /** Null for a new webhook. */
  webhook: Webhook | null;
  onClose: () => void;
  /** Called with the secret of a new webhook. */
  onSaved: (secret: string | null) => void;
}

export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps): ReactElement {
  const refresh = useRefresh();
  const { keyFor } = useSubmitKey();
  const form = useForm<HookValues>({
    resolver: zodResolver(createWebhookBody),
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
  });
  const { save, isPending, conflict } = useVersionedSave<SavedWebhook, HookValues>({
    version: webhook?.version ?? 0,
    record: webhookSchema,
    done: webhook === null ? 'Webhook added' : 'Webhook saved',
    write: async (body, version) => {
      if (webhook === null) {
        const made = await send(createWebhook, { body }, { idempotencyKey: keyFor(body) });
        return { ...made.webhook, secret: made.secret };
      }
      return (await send(updateWebhook, { params: { id: webhook.id }, body: { ...body, version } })).webhook;
    },
    onRecord: ({ secret = null }) => {
      refresh({ noun: 'workspace', customerId: null });
      onSaved(secret);
    },
    onError: (error) => applyServerErrors(error, form.setError, ['url', 'events']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`webhook:${webhook?.id ?? 'new'}`, form, webhook?.version)}
      title={webhook === null ? 'Add webhook' : 'Edit webhook'}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      isPending={isPending}
      isLockedWhilePending
      maxWidth="sm"
      onSubmit={form.handleSubmit((values) => save(values))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="url"
        type="url"
        label="URL"
        hint="Starts with https://"
        autoComplete="off"
        autoFocus
      />
      <EventsField control={form.control} />
    </FormDialog>
  );
}

function describe({ url, events, isEnabled }: Webhook): string {
  return `${url}, ${isEnabled ? 'on' : 'off'}, ${formatEvents(events)}.`;
}

/** "All events", or their names. */
export function formatEvents(events: readonly ActivityType[]): string {
  return events.length === activityTypes.length ? 'All events' : events.join(', ');
}

function EventsField({ control }: { control: Control<HookValues> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'events' });
  const isAll = field.value.length === activityTypes.length;
  const toggle = (type: ActivityType): void =>
    field.onChange(activityTypes.filter((one) => (one === type) !== field.value.includes(one)));
  return (
    <fieldset className={styles['events']}>
      <legend>Events</legend>
      <label className={styles['option']}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => field.onChange(isAll ? [] : [...activityTypes])}
        />
        All events
      </label>
      <div className={styles['grid']}>
        {activityTypes.map((type) => (
          <label key={type} className={styles['option']}>
            <input type="checkbox" checked={field.value.includes(type)} onChange={() => toggle(type)} />
            {type}
          </label>
        ))}
      </div>
      {fieldState.error !== undefined && (
        <FormHelperText error role="alert">
          {fieldState.error.message}
        </FormHelperText>
      )}
    </fieldset>
  );
}
