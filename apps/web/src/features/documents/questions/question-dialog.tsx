import {
  answerQuestion,
  askQuestion,
  questionBody,
  type OwnQuestion,
} from '@handover/contract/documents/room-questions.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { createBodyResolver } from '#shared/forms/form-validation.ts';
import { useRoomChange } from '../rooms/rooms.queries.ts';
import styles from '../rooms/rooms.module.css';

interface QuestionValues {
  text: string;
}

interface QuestionDialogProps {
  roomId: string;
  /** The question that the owner answers; null to ask one as a buyer. */
  question: OwnQuestion | null;
  onClose: () => void;
}

/** A client asks a question, or answers one. */
export default function QuestionDialog({ roomId, question, onClose }: QuestionDialogProps): ReactElement {
  const [opened] = useState(question);
  const newer = question === null ? null : findNewerAnswer(question, opened);
  const { run, isPending } = useRoomChange();
  const { keyFor } = useSubmitKey();
  const form = useForm<QuestionValues>({
    resolver: createBodyResolver<QuestionValues>(questionBody, (values) => values),
    defaultValues: { text: question?.answer ?? '' },
  });
  const submit = ({ text }: QuestionValues): void => {
    const options = { idempotencyKey: keyFor({ roomId, text }) };
    if (question === null)
      return run(() => send(askQuestion, { params: { id: roomId }, body: { text } }, options), {
        toast: 'Question sent',
        onDone: onClose,
      });
    const { id, answerableVersion: version } = question;
    // The notice above the answer explains it.
    if (version === null) return;
    return run(() => send(answerQuestion, { params: { id }, body: { version, answer: text } }), {
      toast: 'Answer sent to your broker',
      onDone: onClose,
    });
  };
  return (
    <FormDialog
      draft={createDialogDraft(`question:${question?.id ?? roomId}`, form, question?.answerableVersion)}
      title={question === null ? 'Ask a question' : 'Answer the question'}
      submitLabel={question === null ? 'Send question' : 'Send answer'}
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      maxWidth="sm"
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      {question !== null && <p className={styles['question']}>{question.text}</p>}
      {newer !== null && (
        <p role="alert" className={styles['refusal']}>
          {newer}
        </p>
      )}
      <FormTextField
        control={form.control}
        name="text"
        label={question === null ? 'Question' : 'Answer'}
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
      />
    </FormDialog>
  );
}

/** A notice of changes made since the dialog opened, which sending replaces; null if there are none. */
function findNewerAnswer(now: OwnQuestion, opened: OwnQuestion | null): string | null {
  if (now.answerableVersion === null)
    return 'Your broker has published the answer, so yours can no longer be sent. Message your broker to change it.';
  return now.answer === opened?.answer
    ? null
    : `The answer was changed to “${now.answer ?? ''}”. Sending replaces it with yours.`;
}
