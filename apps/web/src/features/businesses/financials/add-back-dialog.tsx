import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  createAddBack,
  createAddBackBody,
  updateAddBack,
  type AddBack,
  type CreateAddBack,
  type RecastYear,
} from '@handover/contract/businesses/financials.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import {
  addBackCategories,
  addBackStatuses,
  type AddBackCategory,
  type AddBackStatus,
} from '@handover/domain/recast/recast.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { recordDocumentsQuery } from '#shared/files/documents.queries.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { formatBasis, categoryHelp, categoryLabels, statusLabels } from './financial-labels.ts';
import { useFinancialsChange } from './financials.queries.ts';
import { useProofUpload } from './use-proof-upload.tsx';

interface AddBackDialogProps {
  business: BusinessDetail;
  /** Null to add one. */
  addBack: AddBack | null;
  recasts: readonly RecastYear[];
  onClose: () => void;
}

interface Values {
  /** Empty for the trailing twelve months. */
  year: string;
  category: AddBackCategory;
  description: string;
  amountCents: string;
  status: AddBackStatus;
  proofId: string;
}

const fields = ['year', 'category', 'description', 'amountCents', 'status', 'proofId'] as const;

export default function AddBackDialog({
  business,
  addBack,
  recasts,
  onClose,
}: AddBackDialogProps): ReactElement {
  const params = { id: business.id };
  const { version, save } = useOpenedVersion(addBack?.version ?? 0, addBack);
  const { keyFor } = useSubmitKey();
  const form = useForm<Values>({
    resolver: createBodyResolver<Values>(createAddBackBody, toBody),
    defaultValues: toValues(addBack, recasts),
  });
  const { run, isPending } = useFinancialsChange({
    businessId: business.id,
    act: (body: CreateAddBack) =>
      addBack === null
        ? send(createAddBack, { params, body }, { idempotencyKey: keyFor(body) })
        : save(
            send(updateAddBack, { params: { ...params, addBackId: addBack.id }, body: { ...body, version } }),
          ),
    done: addBack === null ? 'Add-back added' : 'Add-back saved',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const category = useWatch({ control: form.control, name: 'category' });
  const files = useInfiniteQuery(recordDocumentsQuery({ type: 'business', id: business.id }));
  const documents = files.data?.pages.flatMap((page) => page.documents) ?? [];
  const upload = useProofUpload(business.id, (id) => form.setValue('proofId', id, { shouldDirty: true }));
  const years = listYears(addBack, recasts);
  const { control } = form;
  return (
    <FormDialog
      draft={createDialogDraft(`add-back:${addBack?.id ?? business.id}`, form, addBack?.version)}
      maxWidth="sm"
      title={addBack === null ? 'New add-back' : 'Edit add-back'}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      isPending={isPending || upload.isUploading}
      onSubmit={form.handleSubmit((values) => run(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={control}
        name="description"
        label="Description"
        hint="For example: Flood repair in March"
        autoComplete="off"
        autoFocus
        inputProps={{ maxLength: 300 }}
      />
      <FormSelect control={control} name="category" label="Category" hint={categoryHelp[category]}>
        {addBackCategories.map((one) => (
          <option key={one} value={one}>
            {categoryLabels[one]}
          </option>
        ))}
      </FormSelect>
      <FormSelect control={control} name="year" label="Year">
        {years.map((year) => (
          <option key={year} value={year}>
            {year === '' ? formatBasis('ttm', null) : year}
          </option>
        ))}
      </FormSelect>
      <FormTextField
        control={control}
        name="amountCents"
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        endAdornment={<InputAdornment position="end">{business.currency}</InputAdornment>}
      />
      <FormSelect control={control} name="status" label="Status" hint="Only accepted add-backs count.">
        {addBackStatuses.map((one) => (
          <option key={one} value={one}>
            {statusLabels[one].text}
          </option>
        ))}
      </FormSelect>
      <FormSelect control={control} name="proofId" label="Proof" hint="A file on this business">
        <option value="">None</option>
        {documents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {addBack?.proof != null && !documents.some(({ id }) => id === addBack.proof?.id) && (
          <option value={addBack.proof.id}>{addBack.proof.name}</option>
        )}
      </FormSelect>
      {upload.control}
    </FormDialog>
  );
}

/** The years with figures, and the add-back's own; an empty text for the trailing twelve months. */
function listYears(addBack: AddBack | null, recasts: readonly RecastYear[]): string[] {
  const years = recasts.map(({ basis }) => (basis === 'ttm' ? '' : String(basis)));
  const own = addBack === null ? [] : [addBack.year === null ? '' : String(addBack.year)];
  return [...new Set([...years, ...own])];
}

function toValues(addBack: AddBack | null, recasts: readonly RecastYear[]): Values {
  if (addBack === null)
    return {
      year: listYears(null, recasts)[0] ?? '',
      category: 'one_time',
      description: '',
      amountCents: '',
      status: 'contested',
      proofId: '',
    };
  const { year, category, description, amountCents, status, proof } = addBack;
  return {
    year: year === null ? '' : String(year),
    category,
    description,
    amountCents: formatMoneyInput(amountCents),
    status,
    proofId: proof?.id ?? '',
  };
}

function toBody({ year, category, description, amountCents, status, proofId }: Values): CreateAddBack {
  return {
    year: year === '' ? null : Number(year),
    category,
    description,
    amountCents: parseMoney(amountCents) ?? Number.NaN,
    status,
    proofId: proofId === '' ? null : proofId,
  };
}
