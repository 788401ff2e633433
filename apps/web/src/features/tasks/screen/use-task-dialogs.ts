import type { Task } from '@handover/contract/tasks/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import type { FormValues } from '#shared/records/form/record-form.ts';
import { taskQuery } from '../tasks.queries.ts';

interface Shown {
  opened: Task | null;
  /** The initial values of a new task; null while none is being created. */
  start: FormValues | null;
  isCalendarLinkOpen: boolean;
}

export interface TaskDialogs extends Shown {
  /** Why the task in the URL cannot be shown. */
  failure: string | null;
  open: (task: Task) => void;
  add: (start?: FormValues) => void;
  openCalendarLink: () => void;
  close: () => void;
}

const nothing: Shown = { opened: null, start: null, isCalendarLinkOpen: false };
const newTask: FormValues = {};

/**
 * The open dialog: the one opened here, or the one in the URL, with `?task=` for a task and `?create` for a new one. An
 * open task is kept in the URL, so that it opens again after a sign-in.
 */
export function useTaskDialogs(): TaskDialogs {
  const hasDraft = useHasDraft('task:new');
  const [shown, setShown] = useState(hasDraft ? { ...nothing, start: newTask } : nothing);
  const [params, setParams] = useSearchParams();
  const requestedId = params.get('task');
  const { data: requested, error } = useQuery({
    ...taskQuery(requestedId ?? ''),
    enabled: requestedId !== null,
  });
  const isNewRequested = requestedId === null && params.has('create');

  const close = (): void => {
    setShown(nothing);
    if (requestedId === null && !isNewRequested) return;
    setParams(removeRequested, { replace: true, preventScrollReset: true });
  };
  return {
    ...shown,
    opened: shown.opened ?? (requestedId === null ? null : (requested ?? null)),
    start: shown.start ?? (isNewRequested ? newTask : null),
    failure: requestedId === null || error === null ? null : getErrorMessage(error),
    open: (task) => {
      setShown({ ...nothing, opened: task });
      setParams((params) => withTask(params, task.id), { replace: true, preventScrollReset: true });
    },
    add: (start = newTask) => setShown({ ...nothing, start }),
    openCalendarLink: () => setShown({ ...nothing, isCalendarLinkOpen: true }),
    close,
  };
}

function withTask(params: URLSearchParams, id: string): URLSearchParams {
  const next = removeRequested(params);
  next.set('task', id);
  return next;
}

function removeRequested(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('task');
  next.delete('create');
  return next;
}
