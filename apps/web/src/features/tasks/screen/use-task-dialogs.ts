import type { Task } from '@handover/contract/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#shared/api/api-error.ts';
import type { TaskDraft } from '../form/task-draft.ts';
import { taskQuery } from '../tasks.queries.ts';

interface Shown {
  opened: Task | null;
  /** What a new task begins with; null while none is made. */
  start: Partial<TaskDraft> | null;
  isCalendarLinkOpen: boolean;
}

export interface TaskDialogs extends Shown {
  /** Why the task that the address asks for is not shown. */
  failure: string | null;
  open: (task: Task) => void;
  add: (start?: Partial<TaskDraft>) => void;
  openCalendarLink: () => void;
  close: () => void;
}

const nothing: Shown = { opened: null, start: null, isCalendarLinkOpen: false };
const newTask: Partial<TaskDraft> = {};

/**
 * Which dialog stands over the screen: the one that was opened here, else what the address asks for,
 * `?task=` for the task of a reminder and `?create` for a new one.
 */
export function useTaskDialogs(): TaskDialogs {
  const [shown, setShown] = useState(nothing);
  const [params, setParams] = useSearchParams();
  const askedId = params.get('task');
  const { data: asked, error } = useQuery({ ...taskQuery(askedId ?? ''), enabled: askedId !== null });
  const isNewAsked = askedId === null && params.has('create');

  const close = (): void => {
    setShown(nothing);
    if (askedId === null && !isNewAsked) return;
    setParams(withoutAsked, { replace: true, preventScrollReset: true });
  };
  return {
    ...shown,
    opened: shown.opened ?? (askedId === null ? null : (asked ?? null)),
    start: shown.start ?? (isNewAsked ? newTask : null),
    failure: askedId === null || error === null ? null : messageOf(error),
    open: (task) => setShown({ ...nothing, opened: task }),
    add: (start = newTask) => setShown({ ...nothing, start }),
    openCalendarLink: () => setShown({ ...nothing, isCalendarLinkOpen: true }),
    close,
  };
}

function withoutAsked(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('task');
  next.delete('create');
  return next;
}
