import { businessTypeLabels } from '#shared/labels/businesses.ts';
import {
  closingChecklist,
  closingChecklistBody,
  resetClosingChecklist,
  updateClosingChecklist,
  type ClosingChecklist,
  type UpdateClosingChecklist,
} from '@handover/contract/deals/closing-checklists.ts';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver, findMessage } from '#shared/forms/form-validation.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { ResetButton, SourceFields } from '../valuation/source-fields.tsx';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { LineFields, type ChecklistValues } from './line-fields.tsx';

const fields = ['items', 'source', 'asOf', 'confidence', 'note'] as const;
const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

interface ChecklistDialogProps {
  checklist: ClosingChecklist;
  onClose: () => void;
}

export default function ChecklistDialog({ checklist, onClose }: ChecklistDialogProps): ReactElement {
  const { type, version, isDelivered } = checklist;
  const name = type === 'every' ? 'every type' : businessTypeLabels[type];
  const refresh = useRefresh();
  const form = useForm<ChecklistValues>({ resolver, defaultValues: toValues(checklist) });
  const params = { type };
  const { save, isPending, conflict } = useVersionedSave({
    version,
    record: closingChecklist,
    // Without a body, the checklist is reset to the default.
    write: async (body: ChecklistBody | null, seen) =>
      body === null
        ? (await send(resetClosingChecklist, { params, body: { version: seen } })).closingChecklist
        : (await send(updateClosingChecklist, { params, body: { ...body, version: seen } })).closingChecklist,
    done: `Checklist for ${name} saved`,
    onRecord: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      draft={createDialogDraft(`checklist:${type}`, form, version)}
      maxWidth="md"
      title={`Checklist for ${name}`}
      submitLabel="Save"
      failure={errors.root?.message ?? findMessage(errors, 'items')}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      aside={!isDelivered && <ResetButton onClick={() => save(null)} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toBody(values)))}
      onClose={onClose}
    >
      <LineFields control={form.control} />
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

function describe({ items, source }: ClosingChecklist): string {
  return `${items.map(({ title }) => title).join(', ')}, by ${source}.`;
}

type ChecklistBody = Omit<UpdateClosingChecklist, 'version'>;

function toValues({ items, source, asOf, confidence, note }: ClosingChecklist): ChecklistValues {
  return {
    items: items.map(({ hint, ...item }) => ({ ...item, hint: hint ?? '' })),
    source,
    asOf,
    confidence,
    note: note ?? '',
  };
}

function toBody({ items, note, ...rest }: ChecklistValues): ChecklistBody {
  return {
    ...rest,
    items: items.map(({ key, area, title, hint }) => ({ key, area, title, hint: emptyToNull(hint) })),
    note: emptyToNull(note),
  };
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

// The version is added when the form is sent.
const resolver = createBodyResolver<ChecklistValues>(closingChecklistBody, (values) => ({
  version: 1,
  ...toBody(values),
}));
