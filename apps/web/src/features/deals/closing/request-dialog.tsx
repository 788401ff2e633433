import {
  createDiligenceRequest,
  createRequestBody,
  updateDiligenceRequest,
  type CreateRequest,
  type DiligenceRequest,
} from '@handover/contract/deals/diligence-requests.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useDealChange } from './closing.queries.ts';

interface RequestValues {
  title: string;
  details: string;
  dueOn: string;
}

interface RequestDialogProps {
  dealId: string;
  /** Null for a new request. */
  request: DiligenceRequest | null;
  onClose: () => void;
}

/** Adds a diligence request or changes one. */
export default function RequestDialog({ dealId, request, onClose }: RequestDialogProps): ReactElement {
  const form = useForm<RequestValues>({
    resolver,
    defaultValues: {
      title: request?.title ?? '',
      details: request?.details ?? '',
      dueOn: request?.dueOn ?? '',
    },
  });
  const { version, save } = useOpenedVersion(request?.version ?? 0, request);
  const { keyFor } = useSubmitKey();
  const { run, isPending } = useDealChange({
    act: (body: CreateRequest) =>
      request === null
        ? send(createDiligenceRequest, { params: { id: dealId }, body }, { idempotencyKey: keyFor(body) })
        : save(send(updateDiligenceRequest, { params: { id: request.id }, body: { ...body, version } })),
    done: request === null ? 'Request added' : 'Request saved',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['title', 'details', 'dueOn']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`request:${request?.id ?? dealId}`, form, request?.version)}
      title={request === null ? 'Add diligence request' : 'Edit diligence request'}
      submitLabel={request === null ? 'Add' : 'Save'}
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="title" label="Request" autoComplete="off" autoFocus />
      <FormTextField
        control={form.control}
        name="details"
        label="Details"
        multiline
        minRows={2}
        maxRows={8}
      />
      <FormTextField control={form.control} name="dueOn" label="Due" type="date" />
    </FormDialog>
  );
}

function toBody({ title, details, dueOn }: RequestValues): CreateRequest {
  return {
    title,
    details: details.trim() === '' ? null : details,
    dueOn: dueOn === '' ? null : dueOn,
  };
}

const resolver = createBodyResolver<RequestValues>(createRequestBody, toBody);
