import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, type ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { ClearButton, PanelButton, Toolbar } from './toolbar.tsx';
import { formatCondition } from './custom-filters.ts';
import { useRecordFields } from '../display/display-settings.ts';
import type { ListNavigation } from '../list-search.ts';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import selectStyles from './select.module.css';
import styles from '../list-toolbar.module.css';
import type { AnyList, ChipProps, FilterSpec, ListFilter } from '../record-list.ts';

const FilterPanel = lazy(() => import('./filter-panel.tsx'));

interface FilterBarProps {
  list: AnyList;
  navigation: ListNavigation;
  isPhone: boolean;
  /** Shown after the filters. */
  end?: ReactNode;
  /** Shown in the row of the chips. */
  children?: ReactNode;
}

/** Search and filters; below them the quick filters, and a chip for each filter that is set. */
export function FilterBar({ list, navigation, isPhone, end, children }: FilterBarProps): ReactElement {
  const { search, setFilter, clearFilter } = navigation;
  const { filter } = search;
  const hasFilter = Object.keys(filter).some((name) => name !== 'q');
  return (
    <Toolbar
      search={
        list.searchFields !== undefined && (
          <SearchBox
            noun={list.nouns[1]}
            fields={list.searchFields}
            value={getFilterText(filter, 'q')}
            onSearch={(q) => setFilter({ q }, { isTyping: true })}
          />
        )
      }
      filters={
        <>
          {!isPhone && <PromotedFilters list={list} filter={filter} setFilter={setFilter} />}
          {listPanelFilters(list, isPhone).length > 0 && (
            <MoreFilters list={list} isPhone={isPhone} filter={filter} setFilter={setFilter} />
          )}
          {end}
        </>
      }
    >
      <QuickFilters list={list} filter={filter} setFilter={setFilter} />
      <FilterChips list={list} filter={filter} setFilter={setFilter} />
      {hasFilter && <ClearButton onClear={clearFilter} />}
      {children}
    </Toolbar>
  );
}

interface FiltersProps extends Pick<ListNavigation, 'setFilter'> {
  list: AnyList;
  filter: ListFilter;
}

function PromotedFilters({ list, filter, setFilter }: FiltersProps): ReactElement[] {
  return Object.entries(list.filters)
    .filter(([, { isPromoted = false }]) => isPromoted)
    .map(([name, spec]) => (
      <FilterSelect
        key={name}
        name={spec.label}
        {...(spec.control === 'choice' && spec.anyLabel !== undefined && { anyLabel: spec.anyLabel })}
        hasLateOptions={spec.control === 'options'}
        value={getFilterText(filter, name)}
        onChange={(value) => setFilter({ [name]: value })}
      >
        <SpecOptions spec={spec} value={getFilterText(filter, name)} />
      </FilterSelect>
    ));
}

/** The `<option>` elements of a filter. */
export function SpecOptions({ spec, value }: { spec: FilterSpec; value: string }): ReactNode {
  if (spec.control === 'options') return spec.options(value === '' ? undefined : value);
  if (spec.control !== 'choice' && spec.control !== 'flag') return null;
  return Object.entries(spec.choices).map(([key, text]) => (
    <option key={key} value={key}>
      {text}
    </option>
  ));
}

/** The filters that the panel shows: those without a control in the toolbar, or all of them. */
export function listPanelFilters({ filters }: AnyList, isWhole: boolean): [name: string, spec: FilterSpec][] {
  return Object.entries(filters).filter(
    ([, { control, isPromoted = false }]) => control !== 'link' && (isWhole || !isPromoted),
  );
}

/** The text of a filter that has a single value; empty if it is not set. */
export function getFilterText(filter: ListFilter, name: string): string {
  const value = filter[name] ?? '';
  return typeof value === 'string' ? value : '';
}

function MoreFilters({
  list,
  isPhone,
  filter,
  setFilter,
}: FiltersProps & { isPhone: boolean }): ReactElement {
  return (
    <PanelButton label={isPhone ? 'Filters' : 'Add filter'} icon="solar:filter-linear">
      {(panel) => (
        <FilterPanel list={list} isWhole={isPhone} filter={filter} setFilter={setFilter} {...panel} />
      )}
    </PanelButton>
  );
}

function QuickFilters({ list, filter, setFilter }: FiltersProps): ReactElement | null {
  const { quickFilters = [] } = list;
  if (quickFilters.length === 0) return null;
  return (
    <div role="group" aria-label="Quick filters" className={classNames(styles['quick'], edgeFade['edges'])}>
      {quickFilters.map(({ label, name, value }) => {
        const isOn = filter[name] === value;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isOn}
            className={styles['toggle']}
            onClick={() => setFilter({ [name]: isOn ? undefined : value })}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

/** A chip for each filter that no quick filter shows; the search text is in its own box. */
function FilterChips({ list, filter, setFilter }: FiltersProps): ReactElement[] {
  const isQuick = (name: string, value: string): boolean =>
    list.quickFilters?.some((quick) => quick.name === name && quick.value === value) === true;
  return Object.entries(list.filters).flatMap(([name, spec]) => {
    const value = filter[name] ?? [];
    if (typeof value !== 'string')
      return value.map((item) => (
        <FilterChip
          key={`${name}:${item}`}
          list={list}
          spec={spec}
          value={item}
          onRemove={() => setFilter({ [name]: value.filter((other) => other !== item) })}
        />
      ));
    return isQuick(name, value)
      ? []
      : [
          <FilterChip
            key={name}
            list={list}
            spec={spec}
            value={value}
            onRemove={() => setFilter({ [name]: undefined })}
          />,
        ];
  });
}

interface FilterChipProps extends ChipProps {
  list: AnyList;
  spec: FilterSpec;
}

function FilterChip({ list, spec, ...chip }: FilterChipProps): ReactElement {
  const { value, onRemove } = chip;
  switch (spec.control) {
    case 'choice':
      return <RemovableChip label={spec.choices[value] ?? value} onRemove={onRemove} />;
    case 'flag':
      return (
        <RemovableChip
          label={(value === 'true' ? spec.choices.true : spec.choices.false) ?? value}
          onRemove={onRemove}
        />
      );
    case 'several':
      return <ItemChip spec={spec} {...chip} />;
    case 'custom':
      return <CustomChip list={list} {...chip} />;
    default:
      return 'Chip' in spec ? (
        <spec.Chip {...chip} />
      ) : (
        <RemovableChip label={spec.chip(value)} onRemove={onRemove} />
      );
  }
}

function ItemChip({
  spec,
  value,
  onRemove,
}: ChipProps & { spec: Extract<FilterSpec, { control: 'several' }> }): ReactElement {
  const { data: items } = useQuery(spec.choicesQuery());
  return (
    <RemovableChip label={items?.find(({ id }) => id === value)?.name ?? spec.missing} onRemove={onRemove} />
  );
}

function CustomChip({ list, value, onRemove }: ChipProps & { list: AnyList }): ReactElement {
  return <RemovableChip label={formatCondition(value, useRecordFields(list))} onRemove={onRemove} />;
}

interface FilterSelectProps {
  name: string;
  /** The label of the empty choice. */
  anyLabel?: string;
  value: string | undefined;
  onChange: (value: string) => void;
  /** Whether options load later; the width must not change then. */
  hasLateOptions?: boolean;
  /** Additional styles of its container. */
  className?: string | undefined;
  children: ReactNode;
}

/** A single-choice filter, which shows its name while nothing is selected. */
function FilterSelect({
  name,
  anyLabel = 'any',
  value = '',
  onChange,
  hasLateOptions = false,
  className,
  children,
}: FilterSelectProps): ReactElement {
  return (
    <select
      className={classNames(selectStyles['select'], hasLateOptions && selectStyles['steady'], className)}
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">
        {name}: {anyLabel}
      </option>
      {children}
    </select>
  );
}
