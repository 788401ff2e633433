import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { PlanOptions } from '#shared/customers/plan-options.tsx';
import { SourceOptions } from '#shared/customers/source-options.tsx';
import { BrokerOptions } from '#shared/members/broker-options.tsx';
import { tagsQuery } from '../../customers.queries.ts';
import type { FilterName, ListFilter } from '../search/list-search.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import { conditionsIn, CustomFilters, otherConditions } from './custom-filters.tsx';
import styles from './more-filters.module.css';

const texts = [
  { name: 'source', label: 'Source' },
  { name: 'region', label: 'Region or state' },
] as const satisfies readonly { name: FilterName; label: string }[];

const days = [
  { name: 'joinedFrom', label: 'Joined since' },
  { name: 'joinedTo', label: 'Joined until' },
  { name: 'inactiveSince', label: 'Quiet since' },
] as const satisfies readonly { name: FilterName; label: string }[];

const names = [...[...texts, ...days].map(({ name }) => name), 'planName', 'isVerified'] as const;
const promoted = ['status', 'accountType', 'brokerId'] as const satisfies readonly FilterName[];

interface FilterPanelProps extends Pick<ListNavigation, 'search' | 'setFilter'> {
  titleId: string;
  /** Those used most are among them. */
  isWhole: boolean;
  onClose: () => void;
  /** The panel has its size now. */
  onShown: () => void;
}

/** The filters used less often, or all of them. They take effect together. */
export default function FilterPanel({
  titleId,
  isWhole,
  search,
  setFilter,
  onClose,
  onShown,
}: FilterPanelProps): ReactElement {
  const own = useCustomFields();
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const single: Record<string, string> = Object.fromEntries(
      [...names, ...(isWhole ? promoted : [])].map((name) => [name, text(name)]),
    );
    onClose();
    setFilter({
      ...single,
      tagId: form.getAll('tagId').filter((id) => typeof id === 'string'),
      custom: [...otherConditions(search.filter.custom ?? [], own.active), ...conditionsIn(form, own.active)],
    });
  };

  return (
    <form ref={onShown} className={styles['panel']} onSubmit={apply}>
      <h2 id={titleId} className={styles['title']}>
        {isWhole ? 'Filters' : 'More filters'}
      </h2>
      <FilterInputs isWhole={isWhole} filter={search.filter} />
      <div className={styles['actions']}>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}

function FilterInputs({ isWhole, filter }: { isWhole: boolean; filter: ListFilter }): ReactElement {
  const { data: tags = [] } = useQuery(tagsQuery());
  const sourcesId = useId();
  return (
    <>
      <SourceOptions id={sourcesId} />
      {isWhole && <PromotedFields filter={filter} />}
      {tags.length > 0 && (
        <fieldset className={styles['tags']}>
          <legend>Tags (all of them)</legend>
          <div className={styles['options']}>
            {tags.map(({ id, name }) => (
              <label key={id} className={styles['option']}>
                <input
                  type="checkbox"
                  name="tagId"
                  value={id}
                  defaultChecked={filter.tagId?.includes(id) ?? false}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className={styles['grid']}>
        {texts.map(({ name, label }) => (
          <label key={name} className={styles['field']}>
            {label}
            <input
              name={name}
              defaultValue={filter[name] ?? ''}
              maxLength={200}
              autoComplete="off"
              list={name === 'source' ? sourcesId : undefined}
            />
          </label>
        ))}
        <PlanField chosen={filter.planName ?? ''} />
        <ChoiceField field={verified} chosen={filter.isVerified} />
        {days.map(({ name, label }) => (
          <label key={name} className={styles['field']}>
            {label}
            <input name={name} type="date" defaultValue={filter[name] ?? ''} />
          </label>
        ))}
      </div>
      <CustomFilters asked={filter.custom ?? []} />
    </>
  );
}

/** The filters used most: on a phone there is no room for them beside the search. */
function PromotedFields({ filter }: { filter: ListFilter }): ReactElement {
  return (
    <div className={styles['grid']}>
      <ChoiceField field={status} chosen={filter.status} />
      <ChoiceField field={accountType} chosen={filter.accountType} />
      <BrokerField chosen={filter.brokerId ?? ''} />
    </div>
  );
}

const status = { name: 'status', label: 'Status', choices: { active: 'Active', banned: 'Banned' } };
const accountType = {
  name: 'accountType',
  label: 'Type',
  choices: { Individual: 'Individual', Corporate: 'Corporate' },
};
const verified = {
  name: 'isVerified',
  label: 'Verified',
  choices: { true: 'Verified', false: 'Not verified' },
};

interface ChoiceFieldProps {
  field: { name: string; label: string; choices: Readonly<Record<string, string>> };
  chosen: string | undefined;
}

function ChoiceField({ field: { name, label, choices }, chosen = '' }: ChoiceFieldProps): ReactElement {
  return (
    <label className={styles['field']}>
      {label}
      <select name={name} defaultValue={chosen}>
        <option value="">Any</option>
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Held by its own state, as the plan: the brokers may come after the choice has been made. */
function BrokerField({ chosen }: { chosen: string }): ReactElement {
  const [brokerId, setBrokerId] = useState(chosen);
  return (
    <label className={styles['field']}>
      Broker
      <select name="brokerId" value={brokerId} onChange={(event) => setBrokerId(event.target.value)}>
        <option value="">Any</option>
        <BrokerOptions mine="me" value={brokerId} />
      </select>
    </label>
  );
}

function PlanField({ chosen }: { chosen: string }): ReactElement {
  const [name, setName] = useState(chosen);
  return (
    <label className={styles['field']}>
      Plan
      <select name="planName" value={name} onChange={(event) => setName(event.target.value)}>
        <option value="">Any</option>
        <PlanOptions current={name} withArchived />
      </select>
    </label>
  );
}
