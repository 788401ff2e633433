import type { AuditEntry, AuditFilter } from '@handover/contract/audit.ts';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { peopleQuery } from '../people/people.queries.ts';
import { actionText } from './audit-entry.tsx';
import { actionsQuery, type AuditScope } from './audit.queries.ts';
import styles from './audit-filters.module.css';

type Actor = NonNullable<AuditEntry['actor']>;

interface AuditFiltersProps {
  scope: AuditScope;
  filter: AuditFilter;
  actors: readonly Actor[];
  onChange: (next: Record<string, string>) => void;
}

/** Filters by person, action, and dates. A record can be set only by a link. */
export function AuditFilters({ scope, filter, actors, onChange }: AuditFiltersProps): ReactElement {
  const { data: actions = [] } = useQuery(actionsQuery(scope));
  const people = usePeople(scope, actors);
  const set = (name: keyof AuditFilter, value: string): void => {
    const { [name]: _before, ...rest } = filter;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <div className={styles['filters']}>
      <LabelledSelect
        label="Person"
        value={filter.actorId ?? ''}
        onChange={(event) => set('actorId', event.target.value)}
      >
        <option value="">Anyone</option>
        {filter.actorId !== undefined && !people.some(({ id }) => id === filter.actorId) && (
          <option value={filter.actorId}>Someone else</option>
        )}
        {people.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </LabelledSelect>
      <LabelledSelect
        label="Action"
        value={filter.action ?? ''}
        onChange={(event) => set('action', event.target.value)}
      >
        <option value="">Any</option>
        {[...new Set([...actions, ...(filter.action === undefined ? [] : [filter.action])])].map((action) => (
          <option key={action} value={action}>
            {actionText(action)}
          </option>
        ))}
      </LabelledSelect>
      <LabelledInput
        label="From"
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <LabelledInput
        label="To"
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => set('to', event.target.value)}
      />
      {filter.subjectId !== undefined && (
        <div className={styles['chip']}>
          <RemovableChip label="One record" onRemove={() => set('subjectId', '')} />
        </div>
      )}
    </div>
  );
}

/** The members of the workspace. Anyone can appear in the installation's log, so it offers the people on the page. */
function usePeople(scope: AuditScope, actors: readonly Actor[]): readonly Actor[] {
  const { data: people = [] } = useQuery({ ...peopleQuery(), enabled: scope === 'workspace' });
  if (scope === 'installation') return [...new Map(actors.map((actor) => [actor.id, actor])).values()];
  return people.map(({ id, displayName, status }) => ({
    id,
    displayName: status === 'deactivated' ? `${displayName} (deactivated)` : displayName,
  }));
}
