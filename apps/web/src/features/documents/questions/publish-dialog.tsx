import {
  publishAnswer,
  publishAnswerBody,
  type RoomQuestion,
} from '@handover/contract/documents/room-questions.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState, type ReactElement } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { createBodyResolver } from '#shared/forms/form-validation.ts';
import { useRoomChange } from '../rooms/rooms.queries.ts';
import styles from '../rooms/rooms.module.css';

interface PublishValues {
  answer: string;
  isForAll: boolean;
}

interface PublishDialogProps {
  question: RoomQuestion;
  onClose: () => void;
}

/** Publishes an answer, starting from the owner's, or changes it. */
export default function PublishDialog({ question, onClose }: PublishDialogProps): ReactElement {
  const [{ answer, ownerAnswer, isForAll }] = useState(question);
  const { id, version, text } = question;
  const newer = findNewerAnswer(question, { answer, ownerAnswer, isForAll });
  const { run, isPending } = useRoomChange();
  const form = useForm<PublishValues>({
    resolver: createBodyResolver<PublishValues>(publishAnswerBody, (values) => ({ version, ...values })),
    defaultValues: { answer: answer ?? ownerAnswer ?? '', isForAll },
  });
  return (
    <FormDialog
      draft={createDialogDraft(`question-publish:${id}`, form, version)}
      title={answer === null ? 'Answer the question' : 'Change the answer'}
      submitLabel={answer === null ? 'Send answer' : 'Save'}
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      maxWidth="sm"
      onSubmit={form.handleSubmit((values) =>
        run(() => send(publishAnswer, { params: { id }, body: { version, ...values } }), {
          toast: answer === null ? 'Answer sent' : 'Answer saved',
          onDone: onClose,
        }),
      )}
      onClose={onClose}
    >
      <p className={styles['question']}>{text}</p>
      {newer !== null && (
        <p role="alert" className={styles['refusal']}>
          {newer}
        </p>
      )}
      <FormTextField
        control={form.control}
        name="answer"
        label="Answer"
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
      />
      <div>
        <Controller
          control={form.control}
          name="isForAll"
          render={({ field: { value, onChange } }) => (
            <FormControlLabel
              control={<Checkbox checked={value} onChange={(_event, checked) => onChange(checked)} />}
              label="Publish to all buyers in this data room"
            />
          )}
        />
        <p className={styles['note']}>They also see the question, without the buyer’s name.</p>
      </div>
    </FormDialog>
  );
}

/** A notice of all changes made since the dialog opened; null if there are none. */
function findNewerAnswer(
  now: RoomQuestion,
  opened: Pick<RoomQuestion, 'answer' | 'ownerAnswer' | 'isForAll'>,
): string | null {
  const notices = [
    now.answer !== opened.answer &&
      `Someone else changed the answer to “${now.answer ?? ''}”. Saving replaces it with yours.`,
    now.isForAll !== opened.isForAll &&
      `Someone else already published this answer ${now.isForAll ? 'to all buyers' : 'only to the buyer who asked'}. Saving applies your choice instead.`,
    now.ownerAnswer !== opened.ownerAnswer && `The owner changed their answer to “${now.ownerAnswer ?? ''}”.`,
  ].filter((notice) => notice !== false);
  return notices.length === 0 ? null : notices.join(' ');
}
