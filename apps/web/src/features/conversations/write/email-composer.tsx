import { useCallback, useState, type ReactElement } from 'react';
import { sendBusinessEmail, sendEmail } from '@handover/contract/conversations.ts';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm, type DraftForm } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { ComposerTools } from './composer-tools.tsx';
import { DraftNotices } from './draft/draft-state.tsx';
import { useEmailDraft, type EmailDraftHandle } from './draft/use-email-draft.ts';
import { doubtsOf, parseEmail } from './email-draft.ts';
import type { DraftPlace } from './email-draft.queries.ts';
import { EmailOptions } from './email-options.tsx';
import { QuotedOriginal } from './quoted-original.tsx';
import { Recipient } from './recipient.tsx';
import { useAttaching } from './use-attaching.ts';
import { useSignedText } from './use-signed-text.ts';

interface EmailComposerProps {
  customerId: string;
  /** The business of this owner that a new email is about. */
  businessId?: string;
  /** The thread that is answered in; null for a new email. A composer keeps to one. */
  threadId: string | null;
  /** Shows another draft to the customer. It must keep its identity. */
  onThread: (threadId: string | null) => void;
  /** The customer's own addresses, the first one preferred. */
  addresses: readonly string[];
}

/** Writes an email to a customer, new or as a reply. */
export default function EmailComposer(props: EmailComposerProps): ReactElement {
  const { customerId, businessId, threadId, onThread, addresses } = props;
  const leave = useCallback(() => onThread(null), [onThread]);
  const draft = useEmailDraft({ customerId, threadId }, { onOver: leave });
  const text = useSignedText(draft);
  const attaching = useAttaching(draft);
  const isUploading = attaching.uploads.length > 0;
  const { form, doubts, answerDoubts } = useSending({
    place: { customerId, threadId },
    businessId,
    draft,
    html: text.html,
    isUploading,
  });
  const { values, change } = draft;
  const isReadOnly = form.isPending || draft.view.isElsewhere;
  if (addresses.length === 0)
    return (
      <EmptyState
        icon="solar:letter-bold-duotone"
        title="No email address"
        text="Add one to the customer to write to them."
      />
    );
  return (
    <DraftFormView
      form={form}
      label={threadId === null ? 'New email' : 'Answer'}
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
      <DraftNotices draft={draft} />
      <Recipient
        draft={draft}
        onLeave={threadId === null ? null : leave}
        addresses={addresses}
        error={form.errors['to']}
      />
      <LabelledInput
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
      <QuotedOriginal draft={draft} />
      <AttachmentList
        attachments={values.attachments}
        attaching={attaching}
        error={form.errors['attachments']}
      />
      <EmailOptions draft={draft} errors={form.errors} />
      {doubts.length > 0 && (
        <ConfirmDialog
          title="Send it as it is?"
          confirmLabel="Send anyway"
          onConfirm={() => answerDoubts({ isSure: true })}
          onClose={() => answerDoubts({ isSure: false })}
        >
          {doubts.join(' ')}
        </ConfirmDialog>
      )}
    </DraftFormView>
  );
}

interface Sending {
  form: DraftForm;
  /** What is asked before it is sent. */
  doubts: readonly string[];
  answerDoubts: (answer: { isSure: boolean }) => void;
}

/** Sends the draft as the server keeps it, so that both are gone in one act. */
function useSending({
  place: { customerId, threadId },
  businessId,
  draft,
  html,
  isUploading,
}: {
  place: DraftPlace;
  businessId: string | undefined;
  draft: EmailDraftHandle;
  html: string;
  isUploading: boolean;
}): Sending {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [doubts, setDoubts] = useState<readonly string[]>([]);
  const form = useDraftForm(draft, {
    parse: (values) => parseEmail(values, html),
    isSure: () => {
      const found = parseEmail(draft.values, html).success ? doubtsOf(draft.values, { isUploading }) : [];
      setDoubts(found);
      return found.length === 0;
    },
    send: async (body, idempotencyKey) => {
      const version = await draft.store.settle();
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
                body: { ...body, to: body.to === undefined ? undefined : [body.to], ...sent },
              },
              { idempotencyKey },
            );
      toasts.done(email.status === 'scheduled' ? 'Email scheduled' : 'Email queued');
    },
    onSent: () => refresh({ noun: 'message', customerId, businessId: businessId ?? null }),
  });
  return {
    form,
    doubts,
    answerDoubts: ({ isSure }) => {
      setDoubts([]);
      if (isSure) form.submit();
    },
  };
}
