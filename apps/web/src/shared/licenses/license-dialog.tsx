import {
  createLicense,
  updateLicense,
  updateLicenseBody,
  type License,
  type UpdateLicense,
} from '@handover/contract/settings/licenses.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { licensesQuery } from './licenses.queries.ts';

interface LicenseDialogProps {
  /** Null for the brokerage. */
  businessId: string | null;
  /** Null to add one. */
  license: License | null;
  onClose: () => void;
}

type Values = Record<'state' | 'board' | 'number' | 'expiresOn', string>;
const fields = ['state', 'board', 'number', 'expiresOn'] as const;
const schema = omit(updateLicenseBody, { version: true });

export default function LicenseDialog({ businessId, license, onClose }: LicenseDialogProps): ReactElement {
  const toasts = useToasts();
  const client = useQueryClient();
  const { version, save } = useOpenedVersion(license?.version ?? 0, license);
  const { keyFor } = useSubmitKey();
  const form = useForm<Values>({
    resolver: createBodyResolver<Values>(schema, toBody),
    defaultValues: {
      state: license?.state ?? '',
      board: license?.board ?? '',
      number: license?.number ?? '',
      expiresOn: license?.expiresOn ?? '',
    },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Omit<UpdateLicense, 'version'>) =>
      license === null
        ? send(createLicense, { body: { businessId, ...body } }, { idempotencyKey: keyFor(body) })
        : save(send(updateLicense, { params: { id: license.id }, body: { ...body, version } })),
    onSuccess: () => {
      toasts.done(license === null ? 'License added' : 'License saved');
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
    onSettled: () => client.invalidateQueries({ queryKey: licensesQuery(businessId).queryKey }),
  });
  const { control } = form;
  return (
    <FormDialog
      draft={createDialogDraft(`license:${license?.id ?? businessId ?? 'new'}`, form, license?.version)}
      title={license === null ? 'Add license' : 'Edit license'}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(toBody(values)))}
      onClose={onClose}
    >
      <FormSelect control={control} name="state" label="State">
        <option value="">Choose a state</option>
        {Object.entries(usStates).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </FormSelect>
      <FormTextField
        control={control}
        name="board"
        label="Board or agency"
        hint="For example: Board of Pharmacy"
        autoComplete="off"
        inputProps={{ maxLength: 120 }}
      />
      <FormTextField
        control={control}
        name="number"
        label="License number"
        autoComplete="off"
        inputProps={{ maxLength: 60 }}
      />
      <FormTextField
        control={control}
        name="expiresOn"
        label="Expires on"
        type="date"
        hint="Leave empty if it does not expire. You are reminded 60 and 7 days before."
      />
    </FormDialog>
  );
}

function toBody({ expiresOn, ...values }: Values): Omit<UpdateLicense, 'version'> {
  return { ...values, expiresOn: expiresOn === '' ? null : expiresOn };
}
