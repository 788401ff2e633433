import {
  answerDiligenceRequest,
  answerRequestBody,
  type DiligenceRequest,
} from '@handover/contract/deals/diligence-requests.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useDealChange } from './closing.queries.ts';

interface AnswerValues {
  answer: string;
}

interface AnswerDialogProps {
  request: DiligenceRequest;
  onClose: () => void;
}

/** Answers a diligence request. */
export default function AnswerDialog({ request, onClose }: AnswerDialogProps): ReactElement {
  const { id, title } = request;
  const { version, save } = useOpenedVersion(request.version, request);
  const form = useForm<AnswerValues>({
    resolver: createBodyResolver<AnswerValues>(answerRequestBody, ({ answer }) => ({ version, answer })),
    defaultValues: { answer: request.answer ?? '' },
  });
  const { run, isPending } = useDealChange({
    act: ({ answer }: AnswerValues) =>
      save(send(answerDiligenceRequest, { params: { id }, body: { version, answer } })),
    done: 'Answer sent',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['answer']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`request-answer:${id}`, form, version)}
      title={title}
      submitLabel="Send answer"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="answer"
        label="Answer"
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
      />
    </FormDialog>
  );
}
