import {
  checklistStateNames,
  checklistStates,
  updateClosingBody,
  updateDealClosing,
  type ChecklistState,
  type DealClosing,
  type UpdateClosing,
} from '@handover/contract/deals/deal-closing.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import type { Item } from './checklist.tsx';
import { useDealChange } from './closing.queries.ts';

interface ItemValues {
  item: { state: ChecklistState; doneOn: string; note: string };
}

interface ItemDialogProps {
  item: Item;
  closing: DealClosing;
  onClose: () => void;
}

/** Changes the status, day, and note of an item of the closing checklist. */
export default function ItemDialog({ item, closing, onClose }: ItemDialogProps): ReactElement {
  const { key, title, state, doneOn, note } = item;
  const { version, save } = useOpenedVersion(closing.version, item);
  const toBody = ({ item: values }: ItemValues): UpdateClosing => ({
    version,
    item: {
      key,
      state: values.state,
      doneOn: values.doneOn === '' ? null : values.doneOn,
      note: values.note.trim() === '' ? null : values.note,
    },
  });
  const form = useForm<ItemValues>({
    resolver: createBodyResolver<ItemValues>(updateClosingBody, toBody),
    defaultValues: { item: { state, doneOn: doneOn ?? '', note: note ?? '' } },
  });
  const { control } = form;
  const { run, isPending } = useDealChange({
    act: (values: ItemValues) =>
      save(send(updateDealClosing, { params: { id: closing.dealId }, body: toBody(values) })),
    done: 'Item saved',
    onDone: onClose,
    onError: (error) => applyServerErrors(error, form.setError, ['item.doneOn', 'item.note']),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`closing-item:${closing.dealId}:${key}`, form, closing.version)}
      title={title}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => run(values))}
      onClose={onClose}
    >
      <FormSelect control={control} name="item.state" label="Status">
        {checklistStates.map((each) => (
          <option key={each} value={each}>
            {checklistStateNames[each]}
          </option>
        ))}
      </FormSelect>
      <FormTextField control={control} name="item.doneOn" label="Done on" type="date" />
      <FormTextField control={control} name="item.note" label="Note" multiline minRows={3} maxRows={10} />
    </FormDialog>
  );
}
