import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { writeCondition } from '@handover/contract/records/custom-filter.ts';
import { PlainDateInput } from '@handover/ui/forms/date-inputs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import {
  getConditionInputName,
  parseConditions,
  getInputText,
  listOtherConditions,
} from './custom-filters.ts';
import { useRecordFields } from '../display/display-settings.ts';
import styles from './filter-panel.module.css';
import type { FilterChange, ListNavigation } from '../list-search.ts';
import { listPanelFilters, SpecOptions, getFilterText } from './filter-bar.tsx';
import { isValidInput, type AnyList, type FilterSpec, type ListFilter } from '../record-list.ts';

interface FilterPanelProps extends Pick<ListNavigation, 'setFilter'> {
  list: AnyList;
  isOpen: boolean;
  /** The element that the panel opens below. */
  anchor: HTMLElement;
  /** Whether to include the promoted filters. */
  isWhole: boolean;
  filter: ListFilter;
  onClose: () => void;
}

/** The filters without a control in the toolbar, or all of them. They are applied together. */
export default function FilterPanel({ isOpen, anchor, ...form }: FilterPanelProps): ReactElement {
  const titleId = useId();
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={form.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId } }}
    >
      <FilterForm titleId={titleId} {...form} />
    </Popover>
  );
}

function FilterForm(props: Omit<FilterPanelProps, 'isOpen' | 'anchor'> & { titleId: string }): ReactElement {
  const { list, titleId, isWhole, filter, setFilter, onClose } = props;
  const { active } = useRecordFields(list);
  const shown = listPanelFilters(list, isWhole);
  const [hasTooMany, setHasTooMany] = useState(false);
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const change: Record<string, FilterChange[string]> = Object.fromEntries(
      shown.map(([name, { control }]) => {
        const texts = form.getAll(name).filter((value) => typeof value === 'string');
        return [name, control === 'several' ? texts : (texts[0] ?? '').trim()];
      }),
    );
    for (const [name, { control }] of shown)
      if (control === 'custom')
        change[name] = [
          ...listOtherConditions(listItems(filter, name), active),
          ...parseConditions(form, active),
        ];
    const isTooMany = shown.some(([name]) => {
      const schema = list.filterSchemas[name];
      return Array.isArray(change[name]) && schema !== undefined && !isValidInput(schema, change[name]);
    });
    setHasTooMany(isTooMany);
    if (isTooMany) return;
    onClose();
    setFilter(change);
  };
  const inGrid = shown.filter(([, { control }]) => control !== 'several' && control !== 'custom');
  return (
    <form className={styles['panel']} onSubmit={apply}>
      <h2 id={titleId} className={styles['title']}>
        {isWhole ? 'Filters' : 'More filters'}
      </h2>
      {shown.map(
        ([name, spec]) =>
          spec.control === 'several' && (
            <SeveralField key={name} name={name} spec={spec} chosen={listItems(filter, name)} />
          ),
      )}
      {inGrid.length > 0 && (
        <div className={styles['grid']}>
          {inGrid.map(([name, spec]) => (
            <FilterField key={name} name={name} spec={spec} chosen={getFilterText(filter, name)} />
          ))}
        </div>
      )}
      {shown.map(
        ([name, { control }]) =>
          control === 'custom' && (
            <CustomFilters key={name} list={list} conditions={listItems(filter, name)} />
          ),
      )}
      <div className={styles['actions']}>
        {hasTooMany && (
          <p role="alert" className={styles['error']}>
            Too many choices. Select fewer.
          </p>
        )}
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}

function listItems(filter: ListFilter, name: string): readonly string[] {
  const value = filter[name] ?? [];
  return typeof value === 'string' ? [value] : value;
}

interface FieldProps<Spec = FilterSpec> {
  name: string;
  spec: Spec;
  chosen: string;
}

function FilterField({ name, spec, chosen }: FieldProps): ReactElement {
  const id = useId();
  // Options may load after the choice was made, so the field keeps its own state.
  const [value, setValue] = useState(chosen);
  if (spec.control === 'record')
    return (
      <div className={styles['record']}>
        <input type="hidden" name={name} value={value} />
        <spec.Picker value={value} onChange={setValue} />
      </div>
    );
  if (spec.control === 'date')
    return (
      <div className={styles['field']}>
        <label htmlFor={id}>{spec.label}</label>
        <PlainDateInput id={id} name={name} type="date" defaultValue={chosen} />
      </div>
    );
  if (spec.control === 'text')
    return (
      <label className={styles['field']}>
        {spec.label}
        <input
          name={name}
          defaultValue={chosen}
          maxLength={200}
          autoComplete="off"
          {...(spec.suggestions !== undefined && { list: id })}
        />
        {spec.suggestions?.(id)}
      </label>
    );
  return (
    <label className={styles['field']}>
      {spec.label}
      <select name={name} value={value} onChange={(event) => setValue(event.target.value)}>
        <option value="">{getAnyLabel(spec)}</option>
        <SpecOptions spec={spec} value={value} />
      </select>
    </label>
  );
}

function getAnyLabel(spec: FilterSpec): string {
  const text = (spec.control === 'choice' && spec.anyLabel) || 'any';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function SeveralField({
  name,
  spec,
  chosen,
}: {
  name: string;
  spec: Extract<FilterSpec, { control: 'several' }>;
  chosen: readonly string[];
}): ReactElement | ReactElement[] {
  const { data: choices = [] } = useQuery(spec.choicesQuery());
  // The current choice is kept until the choices have loaded.
  if (choices.length === 0)
    return chosen.map((id) => <input key={id} type="hidden" name={name} value={id} />);
  return (
    <fieldset className={styles['tags']}>
      <legend>{spec.label} (match all)</legend>
      <div className={styles['options']}>
        {choices.map(({ id, name: text }) => (
          <label key={id} className={styles['option']}>
            <input type="checkbox" name={name} value={id} defaultChecked={chosen.includes(id)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CustomFilters({
  list,
  conditions,
}: {
  list: AnyList;
  conditions: readonly string[];
}): ReactElement | null {
  const { active, currency } = useRecordFields(list);
  if (active.length === 0) return null;
  return (
    <div className={styles['grid']}>
      {active.map((field) => (
        <CustomFilter key={field.id} field={field} conditions={conditions} currency={currency} />
      ))}
    </div>
  );
}

interface CustomFilterProps {
  field: CustomField;
  conditions: readonly string[];
  currency: string;
}

const operatorLabels = { contains: 'contains', min: 'from', max: 'up to' } as const;

const patterns: Readonly<Partial<Record<CustomField['kind'], string>>> = {
  number: '-?[\\d,]*\\.?\\d*',
  money: '-?\\$?[\\d,]*\\.?\\d*[kKmMbB]?',
};

function CustomFilter({ field, conditions, currency }: CustomFilterProps): ReactElement {
  const { id, name, kind } = field;
  const title = kind === 'money' ? `${name} (${currency})` : name;
  const state = conditions.find((text) => text === `${id}:empty` || text === `${id}:filled`) ?? '';
  const stateSelect = (
    <select name={getConditionInputName(id, 'filled')} aria-label={`${name} filled in`} defaultValue={state}>
      <option value="">Any</option>
      <option value={`${id}:filled`}>Filled in</option>
      <option value={`${id}:empty`}>Empty</option>
    </select>
  );
  if (kind === 'choice')
    return (
      <fieldset className={styles['own']}>
        <legend>{title} (match any)</legend>
        <ChoiceBoxes field={field} conditions={conditions} />
        <div className={styles['range']}>{stateSelect}</div>
      </fieldset>
    );
  const operators = kind === 'text' ? (['contains'] as const) : (['min', 'max'] as const);
  return (
    <fieldset className={styles['own']}>
      <legend>{title}</legend>
      <div className={styles['range']}>
        {operators.map((operator) => {
          const input = {
            name: getConditionInputName(id, operator),
            'aria-label': `${name} ${operatorLabels[operator]}`,
            defaultValue: getInputText(field, operator, conditions),
          };
          if (kind === 'date') return <PlainDateInput key={operator} type="date" {...input} />;
          return (
            <input
              key={operator}
              inputMode={kind === 'number' || kind === 'money' ? 'decimal' : undefined}
              placeholder={operatorLabels[operator]}
              maxLength={120}
              {...(patterns[kind] !== undefined && {
                pattern: patterns[kind],
                title: 'For example: 1,250.5',
              })}
              autoComplete="off"
              {...input}
            />
          );
        })}
        {stateSelect}
      </div>
    </fieldset>
  );
}

function ChoiceBoxes({ field, conditions }: Omit<CustomFilterProps, 'currency'>): ReactElement {
  const { id, choices } = field;
  return (
    <div className={styles['options']}>
      {choices.map((choice) => (
        <label key={choice.id} className={styles['option']}>
          <input
            type="checkbox"
            name={getConditionInputName(id, 'is')}
            value={choice.id}
            defaultChecked={conditions.includes(
              writeCondition({ fieldId: id, operator: 'is', value: choice.id }),
            )}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
