import { sendEmail } from '@handover/contract/conversations.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '../../../shared/api/client.ts';
import { DraftFormView } from '../../../shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '../../../shared/drafts/use-draft-form.ts';
import type { DraftHandle } from '../../../shared/drafts/use-draft.ts';
import { useRefresh } from '../../../shared/live/affected-keys.ts';
import { AttachmentList } from './attachment-list.tsx';
import { EmailOptions } from './email-options.tsx';
import { parseEmail, type EmailDraft } from './email-draft.ts';
import { useAttaching } from './use-attaching.ts';

interface EmailComposerProps {
  customerId: string;
  /** The customer's own addresses, the first one preferred. */
  addresses: readonly string[];
  draft: DraftHandle<EmailDraft>;
}

/** Writes an e-mail to a customer, new or as a reply. */
export default function EmailComposer({ customerId, addresses, draft }: EmailComposerProps): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const attaching = useAttaching(draft);
  const form = useDraftForm(draft, {
    parse: parseEmail,
    send: async (body, idempotencyKey) => {
      const { email } = await send(sendEmail, { params: { id: customerId }, body }, { idempotencyKey });
      toasts.done(email.status === 'scheduled' ? 'E-mail scheduled' : 'E-mail queued');
    },
    onSent: () => refresh({ noun: 'message', customerId }),
  });
  const { values, change } = draft;
  if (addresses.length === 0)
    return (
      <EmptyState
        icon="solar:letter-bold-duotone"
        title="No e-mail address"
        text="Add one to the customer to write to them."
      />
    );
  return (
    <DraftFormView
      form={form}
      label="New e-mail"
      submitLabel={values.scheduledAt === '' ? 'Send' : 'Schedule'}
      extras={
        <FileButton
          isMultiple
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:paperclip-linear" size={18} />}
          onFiles={attaching.attach}
        >
          Attach
        </FileButton>
      }
    >
      {values.replyTo !== null && (
        <div>
          <RemovableChip
            label={`Reply to “${values.replyTo.subject}”`}
            onRemove={() => change({ replyTo: null })}
          />
        </div>
      )}
      {addresses.length > 1 && (
        <LabelledSelect
          label="To"
          value={values.to === '' ? (addresses[0] ?? '') : values.to}
          error={form.errors['to']}
          onChange={(event) => change({ to: event.target.value })}
        >
          {addresses.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
        </LabelledSelect>
      )}
      <LabelledInput
        label="Subject"
        value={values.subject}
        error={form.errors['subject']}
        readOnly={form.isPending}
        autoComplete="off"
        onChange={(event) => change({ subject: event.target.value })}
      />
      <LabelledInput
        label="Message"
        hint={addresses.length === 1 ? `To ${addresses[0] ?? ''}` : undefined}
        multiline
        minRows={5}
        maxRows={20}
        value={values.text}
        error={form.errors['text']}
        readOnly={form.isPending}
        onChange={(event) => change({ text: event.target.value })}
      />
      <AttachmentList
        attachments={values.attachments}
        attaching={attaching}
        error={form.errors['attachments']}
      />
      <EmailOptions draft={draft} errors={form.errors} />
    </DraftFormView>
  );
}
