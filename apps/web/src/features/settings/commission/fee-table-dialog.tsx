import {
  feeTable,
  type CommissionSettings,
  type FeeTable,
} from '@handover/contract/commission/commission-settings.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useState, type ReactElement } from 'react';
import { useController, useForm } from 'react-hook-form';
import { FeeStepFields } from '#shared/commission/fee-step-fields.tsx';
import { emptyStep, parseSteps, toStepValues, type StepValues } from '#shared/commission/fee-steps.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver, findMessage } from '#shared/forms/form-validation.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { SourceFields, type SourceValues } from '../valuation/source-fields.tsx';
import { ConflictNotice } from '#shared/forms/versioned-save.tsx';
import { useSaveCommissionSettings } from './commission-settings.queries.ts';

interface TableValues extends SourceValues {
  name: string;
  steps: StepValues[];
}

interface FeeTableDialogProps {
  settings: CommissionSettings;
  currency: string;
  /** The name of the table in the settings; null for a new table. */
  index: number | null;
  onClose: () => void;
}

const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

/** Adds a fee table or changes one. */
export default function FeeTableDialog({
  settings: latest,
  currency,
  index,
  onClose,
}: FeeTableDialogProps): ReactElement {
  const { today } = useUser();
  // Ignores live updates, so that they are not overwritten unseen.
  const [settings] = useState(latest);
  const table = index === null ? undefined : settings.feeTables[index];
  const form = useForm<TableValues>({
    resolver,
    defaultValues: table === undefined ? createTable(today) : toValues(table),
  });
  const { field } = useController({ control: form.control, name: 'steps' });
  const { save, isPending, conflict } = useSaveCommissionSettings({
    settings,
    done: table === undefined ? 'Fee table added' : 'Fee table saved',
    onRecord: onClose,
    onError: (error) => applyServerErrors(error, form.setError, []),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`fee-table:${table?.name ?? 'new'}`, form, settings.version)}
      maxWidth="sm"
      title={table === undefined ? 'Add fee table' : `Edit ${table.name}`}
      submitLabel={table === undefined ? 'Add' : 'Save'}
      failure={form.formState.errors.root?.message}
      notice={
        <ConflictNotice
          conflict={conflict}
          theirs={(theirs) => `${theirs.feeTables.map(({ name }) => name).join(', ')}.`}
        />
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) =>
        save(({ feeTables }) => ({ feeTables: withTable(feeTables, table?.name, toTable(values)) })),
      )}
      onClose={onClose}
    >
      <FormTextField control={form.control} name="name" label="Name" autoComplete="off" />
      <FeeStepFields
        steps={field.value}
        onChange={field.onChange}
        currency={currency}
        errorAt={(path) => findMessage(form.formState.errors, path)}
      />
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

/** Replaces the table of that name, or adds one. */
function withTable(tables: readonly FeeTable[], name: string | undefined, table: FeeTable): FeeTable[] {
  const at = tables.findIndex((each) => each.name === name);
  return tables.toSpliced(at === -1 ? tables.length : at, 1, table);
}

function createTable(today: string): TableValues {
  return { name: '', steps: [emptyStep], source: '', asOf: today, confidence: 'medium', note: '' };
}

function toValues({ steps, note, ...table }: FeeTable): TableValues {
  return { ...table, steps: toStepValues(steps), note: note ?? '' };
}

function toTable({ steps, note, ...values }: TableValues): FeeTable {
  return { ...values, steps: parseSteps(steps), note: note.trim() === '' ? null : note };
}

const resolver = createBodyResolver<TableValues>(feeTable, toTable);
