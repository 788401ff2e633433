import { useCallback, useState, type ReactElement } from 'react';
import { sendBusinessEmail, sendEmail } from '@handover/contract/conversations/conversations.ts';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm, type DraftForm } from '#shared/drafts/use-draft.ts';
import { NoDeliveryWarning } from '#shared/mail-templates/no-delivery-warning.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { AttachmentList, useAttaching } from './attachments.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { DraftNotices } from './draft/draft-state.tsx';
import { useEmailDraft, type EmailBusiness, type EmailDraftHandle } from './draft/use-email-draft.ts';
import { listWarnings, parseEmail } from './email-draft.ts';
import type { DraftPlace } from './email-draft.queries.ts';
import { About, EmailOptions, Recipient } from './email-options.tsx';
import { useSignedText } from './use-signed-text.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import styles from './quoted-original.module.css';

interface EmailComposerProps {
  customerId: string;
  /** The owner's business that a new email is about, unless its draft was begun about another. */
  business?: EmailBusiness;
  /** The thread of the reply; null for a new email. Fixed for the life of a composer. */
  threadId: string | null;
  /** Opens another draft to the customer. Must be a stable function. */
  onThread: (threadId: string | null) => void;
  /** The customer's addresses, the preferred one first. */
  addresses: readonly string[];
}

/** Writes an email to a customer, new or as a reply. */
export default function EmailComposer(props: EmailComposerProps): ReactElement {
  const { customerId, business, threadId, onThread, addresses } = props;
  const leave = useCallback(() => onThread(null), [onThread]);
  const draft = useEmailDraft({ customerId, threadId }, { business, onOver: leave });
  const text = useSignedText(draft);
  const attaching = useAttaching(draft);
  const isUploading = attaching.uploads.length > 0;
  const { values, change } = draft;
  const { form, warnings, answerDoubts } = useSending({
    place: { customerId, threadId },
    businessId: (threadId === null ? draft.business : business)?.id,
    // The business may have another owner by now.
    recipient: values.to === '' ? (addresses[0] ?? '') : values.to,
    draft,
    html: text.html,
    isUploading,
  });
  const isReadOnly = form.isPending || draft.view.isElsewhere;
  if (addresses.length === 0)
    return (
      <EmptyState
        icon="solar:letter-bold-duotone"
        title="No email address"
        text="Add an email address to the customer first."
      />
    );
  return (
    <DraftFormView
      form={form}
      label={threadId === null ? 'New email' : 'Reply'}
      submitLabel={values.scheduledAt === null ? 'Send' : 'Schedule'}
      extras={
        <ComposerTools
          place={{ customerId, threadId }}
          draft={draft}
          attaching={attaching}
          text={text}
          onReopen={() => onThread(threadId)}
        />
      }
    >
      <NoDeliveryWarning />
      <DraftNotices draft={draft} />
      {threadId === null && <About draft={draft} shown={business ?? null} isReadOnly={isReadOnly} />}
      <Recipient
        draft={draft}
        onLeave={threadId === null ? null : leave}
        addresses={addresses}
        error={form.errors['to']}
        isReadOnly={isReadOnly}
      />
      <LabeledInput
        label="Subject"
        value={values.subject}
        error={form.errors['subject']}
        readOnly={isReadOnly}
        autoComplete="off"
        onChange={(event) => change({ subject: event.target.value })}
      />
      <RichEditor
        isCompact
        hasSignature
        label="Message"
        placeholder="Write your message"
        hint={addresses.length === 1 ? `To ${addresses[0] ?? ''}` : undefined}
        value={text.html}
        error={form.errors['text'] ?? form.errors['html']}
        isReadOnly={isReadOnly}
        onChange={text.change}
      />
      <QuotedOriginal draft={draft} isReadOnly={isReadOnly} />
      <AttachmentList
        attachments={values.attachments}
        attaching={attaching}
        error={form.errors['attachments']}
      />
      <EmailOptions draft={draft} errors={form.errors} isReadOnly={isReadOnly} />
      {warnings.length > 0 && (
        <ConfirmDialog
          title="Send anyway?"
          confirmLabel="Send anyway"
          onConfirm={() => answerDoubts({ isSure: true })}
          onClose={() => answerDoubts({ isSure: false })}
        >
          {warnings.join(' ')}
        </ConfirmDialog>
      )}
    </DraftFormView>
  );
}

interface SendState {
  form: DraftForm;
  /** Questions to answer before sending. */
  warnings: readonly string[];
  answerDoubts: (answer: { isSure: boolean }) => void;
}

/** Sends the server's draft, so that sending and clearing it are one step. */
function useSending({
  place: { customerId, threadId },
  businessId,
  recipient,
  draft,
  html,
  isUploading,
}: {
  place: DraftPlace;
  businessId: string | undefined;
  /** The address that is shown. */
  recipient: string;
  draft: EmailDraftHandle;
  html: string;
  isUploading: boolean;
}): SendState {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [warnings, setDoubts] = useState<readonly string[]>([]);
  const form = useDraftForm(draft, {
    parse: (values) => parseEmail(values, html),
    isSure: () => {
      const found = parseEmail(draft.values, html).success ? listWarnings(draft.values, { isUploading }) : [];
      setDoubts(found);
      return found.length === 0;
    },
    send: async (body, idempotencyKey) => {
      const version = await draft.store.saveNow();
      const sent = {
        ...(version !== null && { draftVersion: version }),
        ...(version !== null && threadId !== null && { draftThreadId: threadId }),
      };
      const { email } =
        businessId === undefined
          ? await send(
              sendEmail,
              { params: { id: customerId }, body: { ...body, ...sent } },
              { idempotencyKey },
            )
          : await send(
              sendBusinessEmail,
              {
                params: { id: businessId },
                body: { ...body, to: [recipient], ...sent, draftCustomerId: customerId },
              },
              { idempotencyKey },
            );
      toasts.done(email.status === 'scheduled' ? 'Email scheduled' : 'Email queued');
    },
    onSent: () => refresh({ noun: 'message', customerId, businessId: businessId ?? null }),
  });
  return {
    form,
    warnings,
    answerDoubts: ({ isSure }) => {
      setDoubts([]);
      if (isSure) form.submit();
    },
  };
}

/** The quoted message below a reply, unless it is left out. */
export function QuotedOriginal({
  draft,
  isReadOnly,
}: {
  draft: EmailDraftHandle;
  isReadOnly: boolean;
}): ReactElement | null {
  const { replyTo, hasQuote } = draft.values;
  if (replyTo === null) return null;
  return (
    <div className={styles['quoted']}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={hasQuote}
            disabled={isReadOnly}
            onChange={(_event, isChecked) => draft.change({ hasQuote: isChecked })}
          />
        }
        label="Quote the original email below"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {hasQuote && (
        <details>
          <summary>
            {replyTo.sender} wrote <RelativeTime time={replyTo.sentAt} />
          </summary>
          <blockquote className={styles['original']}>{replyTo.text}</blockquote>
        </details>
      )}
    </div>
  );
}
