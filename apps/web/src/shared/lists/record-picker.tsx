import Autocomplete from '@mui/material/Autocomplete';
import { fold } from '@handover/domain/text/fold.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import type { QueryFor } from '#shared/api/query-factory.ts';
import { useDebounced } from '#shared/forms/use-debounced.ts';

/** A record as a field value. */
export interface PickedRecord {
  readonly id: string;
  readonly name: string;
}

/** An option with details that distinguish records of the same name. */
export interface RecordOption extends PickedRecord {
  readonly details: readonly (string | null)[];
}

export interface RecordPickerProps {
  label: string;
  value: PickedRecord | null;
  onChange: (record: PickedRecord | null) => void;
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
}

interface Source {
  /** The records that match a text; the first records for an empty text. */
  optionsQuery: (q: string) => QueryFor<RecordOption[]>;
  noMatch: string;
  /** Creates a record with the typed text as its name, where that is offered. */
  add?: { readonly noun: string; readonly create: (text: string) => Promise<PickedRecord> };
}

/** The ID of the option that creates a record. */
const addId = 'add';

/** A field that searches records on the server as the user types. */
export function RecordPicker({
  label,
  value,
  onChange,
  inputRef,
  autoFocus = false,
  error,
  hint,
  optionsQuery,
  noMatch,
  add,
}: RecordPickerProps & Source): ReactElement {
  const [text, setText] = useState('');
  const typed = text === value?.name ? '' : text.trim();
  const q = useDebounced(typed);
  const {
    data: options = [],
    isFetching,
    error: failure,
  } = useQuery({
    ...optionsQuery(q),
    placeholderData: keepPreviousData,
  });
  const adding = useMutation({
    mutationFn: async () => add?.create(typed) ?? null,
    onSuccess: onChange,
  });
  const isAddable =
    add !== undefined &&
    typed !== '' &&
    q === typed &&
    !options.some(({ name }) => fold(name) === fold(typed));
  const addOption = isAddable ? [{ id: addId, name: typed, details: [] }] : [];
  const select = (record: PickedRecord | null): void => {
    if (record?.id !== addId) onChange(record === null ? null : { id: record.id, name: record.name });
    else if (!adding.isPending) adding.mutate();
  };
  return (
    <Autocomplete<PickedRecord & Partial<RecordOption>>
      fullWidth
      value={value}
      options={[...options, ...addOption]}
      loading={isFetching || adding.isPending}
      // The server has already filtered the options.
      filterOptions={(found) => found}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={failure === null ? noMatch : `The search failed. ${getErrorMessage(failure)}`}
      onChange={(_event, record) => select(record)}
      onInputChange={(_event, input) => setText(input)}
      renderOption={({ key, ...props }, { id, name, details = [] }) => (
        <li key={key} {...props}>
          <span>
            {id === addId ? `Add “${name}” as a ${add?.noun ?? ''}` : name}
            <small>{details.flatMap((part) => (part ? [` · ${part}`] : []))}</small>
          </span>
        </li>
      )}
      // The default label that the list refers to is not used, so it needs its own.
      slotProps={{ listbox: { 'aria-label': label, 'aria-labelledby': undefined } }}
      // Keeps the list inside its dialog, where screen readers can reach it.
      disablePortal
      renderInput={({ slotProps: { input, htmlInput } }) => {
        // The label refers to the input's own ID.
        const { id: _id, ...inputProps } = htmlInput;
        return (
          <LabeledInput
            label={label}
            error={error ?? (adding.error === null ? undefined : getErrorMessage(adding.error))}
            hint={hint}
            autoFocus={autoFocus}
            {...input}
            inputProps={inputProps}
            {...(inputRef !== undefined && { inputRef })}
          />
        );
      }}
    />
  );
}
