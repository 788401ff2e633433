import {
  returnDiligenceRequest,
  returnRequestBody,
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

interface ReturnValues {
  reason: string;
}

interface ReturnDialogProps {
  request: DiligenceRequest;
  onClose: () => void;
}

/** Returns the answer to a diligence request to the seller. */
export default function ReturnDialog({ request, onClose }: ReturnDialogProps): ReactElement {
  const { id, title } = request;
  const { version, save } = useOpenedVersion(request.version, request);
  const form = useForm<ReturnValues>({
    resolver: createBodyResolver<ReturnValues>(returnRequestBody, ({ reason }) => ({ version, reason })),
    defaultValues: { reason: '' },
  });
  const { run, isPending } = useDealChange({
    act: ({ reason }: ReturnValues) =>
      save(send(returnDiligenceRequest, { params: { id }, body: { version, reason } })),
    done: 'Answer returned to the seller',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['reason']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`request-return:${id}`, form)}
      title={`Return: ${title}`}
      submitLabel="Return"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormTextField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Buyer and seller see it."
        inputProps={{ maxLength: 300 }}
        autoFocus
      />
    </FormDialog>
  );
}
