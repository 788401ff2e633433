import { useQuery } from '@tanstack/react-query';
import { taskStatuses } from '@handover/contract/task-rules.ts';
import { taskPriorities } from '@handover/contract/tasks.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { FilterSelect } from '#shared/lists/toolbar/filter-select.tsx';
import { ClearButton } from '#shared/lists/toolbar/toolbar.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { CustomerFilter, customerNameQuery } from '#shared/customers/customer-filter.tsx';
import { priorityNames, statusNames } from '../task-labels.ts';
import styles from './task-filters.module.css';
import type { TaskNavigation } from './use-task-search.ts';

/** Search and filters, the same for list, board and calendar. */
export default function TaskFilters({ navigation }: { navigation: TaskNavigation }): ReactElement {
  const { search, setFilter } = navigation;
  const { filter, view } = search;
  const [isMoreOpen, setMoreOpen] = useState(false);
  const user = useUser();
  const isMine = filter.assigneeId === 'me' || filter.assigneeId === user.id;
  return (
    <section className={styles['filters']} aria-label="Filters">
      <div className={classNames(styles['row'], isMoreOpen && styles['open'])}>
        <SearchBox
          noun="tasks"
          fields="task or details"
          value={filter.q ?? ''}
          onSearch={(q) => setFilter({ q }, { isTyping: true })}
        />
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={isMine}
          onClick={() => setFilter({ assigneeId: isMine ? undefined : 'me' })}
        >
          Mine
        </button>
        <FilterSelect
          hasLateOptions
          className={lookOf(filter.assigneeId)}
          name="Assigned to"
          value={isMine ? user.id : filter.assigneeId}
          onChange={(value) => setFilter({ assigneeId: value })}
        >
          <option value="none">Unassigned</option>
          <MemberOptions value={filter.assigneeId} />
        </FilterSelect>
        <FilterSelect
          className={lookOf(filter.priority)}
          name="Priority"
          value={filter.priority}
          onChange={(value) => setFilter({ priority: taskPriorities.find((name) => name === value) })}
        >
          {taskPriorities.map((name) => (
            <option key={name} value={name}>
              {priorityNames[name]}
            </option>
          ))}
        </FilterSelect>
        {view !== 'board' && (
          <FilterSelect
            className={lookOf(filter.status)}
            name="Status"
            anyLabel="not done"
            value={filter.status}
            onChange={(value) => setFilter({ status: taskStatuses.find((name) => name === value) })}
          >
            {taskStatuses.map((name) => (
              <option key={name} value={name}>
                {statusNames[name]}
              </option>
            ))}
          </FilterSelect>
        )}
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isMoreOpen}
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          More filters
        </button>
      </div>
      {isMoreOpen && <MoreFilters navigation={navigation} />}
      <Chips navigation={navigation} />
    </section>
  );
}

/** A filter that narrows the tasks is marked: no chip says so. */
function lookOf(value: string | undefined): string {
  return classNames(styles['choice'], value !== undefined && styles['set']);
}

function MoreFilters({ navigation: { search, setFilter } }: { navigation: TaskNavigation }): ReactElement {
  const { filter, view } = search;
  return (
    <div className={styles['more']}>
      {view !== 'calendar' && (
        <>
          <DateFilter
            label="Due from"
            value={filter.dueFrom}
            onChange={(dueFrom) => setFilter({ dueFrom })}
          />
          <DateFilter label="Due until" value={filter.dueTo} onChange={(dueTo) => setFilter({ dueTo })} />
        </>
      )}
      <div className={styles['customer']}>
        <CustomerFilter
          label="Customer"
          value={filter.customerId ?? ''}
          onChange={(customerId) => setFilter({ customerId })}
        />
      </div>
    </div>
  );
}

function DateFilter({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}): ReactElement {
  return (
    <label className={styles['date']}>
      {label}
      <input
        type="date"
        className={styles['day']}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** The filters that no control above shows. */
function Chips({
  navigation: { search, setFilter, clear, hasFilter },
}: {
  navigation: TaskNavigation;
}): ReactNode {
  const { customerId, businessId, dueFrom, dueTo } = search.filter;
  const { data: customer } = useQuery({
    ...customerNameQuery(customerId ?? ''),
    enabled: customerId !== undefined,
  });
  if (!hasFilter) return null;
  const isRangeShown = search.view !== 'calendar';
  return (
    <div className={styles['chips']}>
      {customerId !== undefined && (
        <RemovableChip
          label={customer?.name ?? 'One customer'}
          onRemove={() => setFilter({ customerId: undefined })}
        />
      )}
      {businessId !== undefined && (
        <RemovableChip label="One business" onRemove={() => setFilter({ businessId: undefined })} />
      )}
      {isRangeShown && dueFrom !== undefined && (
        <RemovableChip
          label={`Due from ${dateText(dueFrom)}`}
          onRemove={() => setFilter({ dueFrom: undefined })}
        />
      )}
      {isRangeShown && dueTo !== undefined && (
        <RemovableChip
          label={`Due until ${dateText(dueTo)}`}
          onRemove={() => setFilter({ dueTo: undefined })}
        />
      )}
      <ClearButton onClear={clear} />
    </div>
  );
}
