import {
  createLicense,
  license as licenseSchema,
  updateLicense,
  updateLicenseBody,
  type License,
  type UpdateLicense,
} from '@handover/contract/settings/licenses.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { omit } from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { licensesQuery } from './licenses.queries.ts';

interface LicenseDialogProps {
  /** Null for the brokerage. */
  businessId: string | null;
  /** Null to add one. */
  license: License | null;
  onClose: () => void;
}

type LicenseBody = Omit<UpdateLicense, 'version'>;
type Values = Record<'state' | 'board' | 'number' | 'expiresOn', string>;
const fields = ['state', 'board', 'number', 'expiresOn'] as const;
const schema = omit(updateLicenseBody, { version: true });

export default function LicenseDialog({ businessId, license, onClose }: LicenseDialogProps): ReactElement {
  const client = useQueryClient();
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
  const { save, isPending, conflict } = useVersionedSave<License, LicenseBody>({
    version: license?.version ?? 0,
    record: licenseSchema,
    done: license === null ? 'License added' : 'License saved',
    write: async (body, version) => {
      const { license: saved } =
        license === null
          ? await send(createLicense, { body: { businessId, ...body } }, { idempotencyKey: keyFor(body) })
          : await send(updateLicense, { params: { id: license.id }, body: { ...body, version } });
      return saved;
    },
    onRecord: () => {
      void client.invalidateQueries({ queryKey: licensesQuery(businessId).queryKey });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { control } = form;
  return (
    <FormDialog
      draft={createDialogDraft(`license:${license?.id ?? businessId ?? 'new'}`, form, license?.version)}
      title={license === null ? 'Add license' : 'Edit license'}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toBody(values)))}
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

function describe({ state, board, number, expiresOn }: License): string {
  const expiry = expiresOn === null ? 'does not expire' : `expires ${formatDate(expiresOn)}`;
  return `${state}, ${board}, no. ${number}, ${expiry}.`;
}

function toBody({ expiresOn, ...values }: Values): LicenseBody {
  return { ...values, expiresOn: expiresOn === '' ? null : expiresOn };
}
