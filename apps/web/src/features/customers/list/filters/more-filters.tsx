import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { SourceOptions } from '../../../../shared/customers/source-options.tsx';
import { tagsQuery } from '../../customers.queries.ts';
import type { FilterName, ListFilter } from '../search/list-search.ts';
import styles from './more-filters.module.css';
import type { ListNavigation } from '../search/use-list-search.ts';

const texts = [
  { name: 'source', label: 'Source' },
  { name: 'planName', label: 'Plan' },
  { name: 'region', label: 'Region or state' },
] as const satisfies readonly { name: FilterName; label: string }[];

const days = [
  { name: 'joinedFrom', label: 'Joined since' },
  { name: 'joinedTo', label: 'Joined until' },
  { name: 'quietSince', label: 'Quiet since' },
] as const satisfies readonly { name: FilterName; label: string }[];

/** A button that opens the filters used less often; they take effect together. */
export function MoreFilters({
  search,
  setFilter,
}: Pick<ListNavigation, 'search' | 'setFilter'>): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const close = (): void => setAnchor(null);

  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const single: Record<string, string> = Object.fromEntries(
      [...texts, ...days].map(({ name }) => [name, text(name)]),
    );
    close();
    setFilter({
      ...single,
      isVerified: text('isVerified'),
      tagId: form.getAll('tagId').filter((id) => typeof id === 'string'),
    });
  };

  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="solar:filter-linear" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Add filter
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId } }}
      >
        <form className={styles['panel']} onSubmit={apply}>
          <h2 id={titleId} className={styles['title']}>
            More filters
          </h2>
          <FilterInputs filter={search.filter} />
          <div className={styles['actions']}>
            <Button variant="outlined" color="inherit" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">Apply</Button>
          </div>
        </form>
      </Popover>
    </>
  );
}

function FilterInputs({ filter }: { filter: ListFilter }): ReactElement {
  const { data: tags = [] } = useQuery(tagsQuery());
  const sourcesId = useId();
  return (
    <>
      <SourceOptions id={sourcesId} />
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
        <label className={styles['field']}>
          Verified
          <select name="isVerified" defaultValue={filter.isVerified ?? ''}>
            <option value="">Any</option>
            <option value="true">Verified</option>
            <option value="false">Not verified</option>
          </select>
        </label>
        {days.map(({ name, label }) => (
          <label key={name} className={styles['field']}>
            {label}
            <input name={name} type="date" defaultValue={filter[name] ?? ''} />
          </label>
        ))}
      </div>
    </>
  );
}
