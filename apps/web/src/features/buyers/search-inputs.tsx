import Button from '@mui/material/Button';
import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  buyerExperienceNames,
  buyerSearchLabels as labels,
  buyerTimingNames,
  maxSearches,
} from '@handover/contract/buyers/buyers.ts';
import { buyerExperiences, buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { useId, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import type { OwnInputProps } from '#shared/records/form/record-form.ts';
import {
  amountKeys,
  newSearch,
  parseSearchValues,
  type AmountKey,
  type SearchValue,
} from './search-values.ts';
import styles from './search-inputs.module.css';

/** The searches of a buyer. */
export default function SearchInputs({ label, value, error, onChange }: OwnInputProps): ReactElement {
  const searches = parseSearchValues(value);
  return (
    <fieldset className={styles['searches']}>
      <legend>{label}</legend>
      {searches.map((search, index) => (
        <SearchInput
          key={index}
          title={searches.length === 1 ? 'Search' : `Search ${String(index + 1)}`}
          search={search}
          hasErrors={error !== undefined}
          onChange={(part) =>
            onChange(searches.map((each, at) => (at === index ? { ...each, ...part } : each)))
          }
          onRemove={() => onChange(searches.filter((_search, at) => at !== index))}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {searches.length < maxSearches && (
        <Button
          variant="text"
          color="inherit"
          startIcon={<Icon name="solar:add-circle-linear" size={20} />}
          onClick={() => onChange([...searches, newSearch])}
        >
          Add search
        </Button>
      )}
    </fieldset>
  );
}

interface SearchInputProps {
  title: string;
  search: SearchValue;
  /** Whether the form has errors. */
  hasErrors: boolean;
  onChange: (part: Partial<SearchValue>) => void;
  onRemove: () => void;
}

function SearchInput({ title, search, hasErrors, onChange, onRemove }: SearchInputProps): ReactElement {
  const titleId = useId();
  const { types, states, timing, experience, amounts } = search;
  return (
    <section className={styles['search']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h3 id={titleId}>{title}</h3>
        <Button
          size="small"
          color="inherit"
          variant="text"
          aria-label={`Remove ${title.toLowerCase()}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <ChipChoice
        label={labels.types}
        emptyLabel="Any type"
        choices={businessTypeLabels}
        picked={types}
        onChange={(picked) => onChange({ types: businessTypes.filter((type) => picked.includes(type)) })}
      />
      <ChipChoice
        label={labels.states}
        emptyLabel="Any state"
        choices={usStates}
        picked={states}
        onChange={(picked) => onChange({ states: picked })}
      />
      {amountKeys.map((key) => (
        <AmountInput
          key={key}
          label={labels[key]}
          hasErrors={hasErrors}
          value={amounts[key]}
          onChange={(text) => onChange({ amounts: { ...amounts, [key]: text } })}
          {...(key === 'cashCents'
            ? { hint: 'For equity and working capital' }
            : { placeholder: 'No limit' })}
        />
      ))}
      <LabeledSelect
        label={labels.timing}
        value={timing ?? ''}
        onChange={({ target }) =>
          onChange({ timing: buyerTimings.find((each) => each === target.value) ?? null })
        }
      >
        <option value="">Not set</option>
        {buyerTimings.map((each) => (
          <option key={each} value={each}>
            {buyerTimingNames[each]}
          </option>
        ))}
      </LabeledSelect>
      <LabeledSelect
        label={labels.experience}
        value={experience ?? ''}
        onChange={({ target }) =>
          onChange({ experience: buyerExperiences.find((each) => each === target.value) ?? null })
        }
      >
        <option value="">Not set</option>
        {buyerExperiences.map((each) => (
          <option key={each} value={each}>
            {buyerExperienceNames[each]}
          </option>
        ))}
      </LabeledSelect>
    </section>
  );
}

interface AmountInputProps {
  label: string;
  value: SearchValue['amounts'][AmountKey];
  hint?: string;
  placeholder?: string;
  hasErrors: boolean;
  onChange: (text: string) => void;
}

function AmountInput({
  label,
  value,
  hint,
  placeholder,
  hasErrors,
  onChange,
}: AmountInputProps): ReactElement {
  const cents = parseMoney(value);
  const isWrong = value.trim() !== '' && cents === null;
  return (
    <LabeledInput
      label={label}
      value={value}
      hint={hint}
      autoComplete="off"
      placeholder={placeholder}
      inputProps={{ inputMode: 'decimal' }}
      error={hasErrors && isWrong ? 'Enter an amount such as 1,250,000 or 1.25M' : undefined}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => cents !== null && onChange(formatMoneyInput(cents))}
    />
  );
}

interface ChipChoiceProps {
  label: string;
  /** The label of the empty choice. */
  emptyLabel: string;
  choices: Readonly<Record<string, string>>;
  picked: readonly string[];
  onChange: (picked: string[]) => void;
}

/** Multi-select for a few choices: selected ones are chips, the others are in a select. */
function ChipChoice({ label, emptyLabel, choices, picked, onChange }: ChipChoiceProps): ReactElement {
  const others = Object.entries(choices).filter(([key]) => !picked.includes(key));
  return (
    <div className={styles['choice']}>
      <LabeledSelect
        label={label}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...picked, target.value])}
      >
        <option value="">{picked.length === 0 ? emptyLabel : 'Add another'}</option>
        {others.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </LabeledSelect>
      {picked.length > 0 && (
        <div className={styles['chips']}>
          {picked.map((key) => (
            <RemovableChip
              key={key}
              label={choices[key] ?? key}
              onRemove={() => onChange(picked.filter((each) => each !== key))}
            />
          ))}
        </div>
      )}
    </div>
  );
}
