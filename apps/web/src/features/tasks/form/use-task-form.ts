import { createFreeTask, task as taskSchema, updateTask, type Task } from '@handover/contract/tasks.ts';
import { useState, type FormEvent } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import {
  emptyTaskDraft,
  parseLinkedTask,
  taskDraftOf,
  type LinkedTask,
  type TaskDraft,
} from './task-draft.ts';

interface TaskFormOptions {
  /** The task to change; null for a new one. */
  task: Task | null;
  /** What a new one begins with. */
  start: Partial<TaskDraft>;
  onSaved: () => void;
}

export interface TaskForm extends Outcome {
  /** The task as it was when the form was opened; null for a new one. */
  task: Task | null;
  values: TaskDraft;
  change: (change: Partial<TaskDraft>) => void;
  links: LinkedTask;
  link: (change: Partial<LinkedTask>) => void;
  isDirty: boolean;
  submit: (event: FormEvent) => void;
}

/** What became of saving. */
interface Outcome {
  errors: Readonly<Record<string, string>>;
  failure: string | null;
  /** The task as somebody else saved it meanwhile. */
  theirs: Task | null;
  isPending: boolean;
  /** Counts refusals. */
  attempts: number;
}

const untried: Outcome = { errors: {}, failure: null, theirs: null, isPending: false, attempts: 0 };

/** Holds a task while it is entered or changed, and saves it. What was refused is said and the values stay. */
export function useTaskForm({ task: asked, start, onSaved }: TaskFormOptions): TaskForm {
  // What comes in live meanwhile must not be taken for what the person saw.
  const [task] = useState(asked);
  const [first] = useState(() => (task === null ? { ...emptyTaskDraft, ...start } : taskDraftOf(task)));
  const [values, setValues] = useState(first);
  const [firstLinks] = useState<LinkedTask>(() => ({
    customer: task?.customer ?? null,
    business: task?.business ?? null,
  }));
  const [links, setLinks] = useState(firstLinks);
  const [outcome, setOutcome] = useState(untried);
  const save = useSave(task);

  const trySave = async (): Promise<void> => {
    const parsed = parseLinkedTask(values, links);
    if (!parsed.success) return setOutcome((last) => refused(last, parsed.error.issues));
    setOutcome((last) => ({ ...last, errors: {}, failure: null, isPending: true }));
    try {
      await save(parsed.data, outcome.theirs);
      onSaved();
    } catch (error) {
      setOutcome((last) => failed(last, error));
    }
  };

  return {
    task,
    values,
    change: (change) => setValues((last) => ({ ...last, ...change })),
    links,
    link: (change) => setLinks((last) => ({ ...last, ...change })),
    ...outcome,
    isDirty: values !== first || links !== firstLinks,
    submit: (event) => {
      event.preventDefault();
      if (!outcome.isPending) void trySave();
    },
  };
}

type Body = Extract<ReturnType<typeof parseLinkedTask>, { success: true }>['data'];

/** Creates a task, or changes the one given, over what somebody else saved if that was seen. */
function useSave(task: Task | null): (body: Body, theirs: Task | null) => Promise<void> {
  const submitKey = useSubmitKey();
  const refresh = useRefresh();
  const toasts = useToasts();
  return async (body, theirs) => {
    if (task === null) await send(createFreeTask, { body }, { idempotencyKey: submitKey.keyFor(body) });
    else {
      const { id, version } = theirs ?? task;
      const { businessId, ...rest } = body;
      // A business that the person may not see is none to them, and stays.
      const isLinked = businessId !== (task.business?.id ?? null);
      const change = { ...rest, version, ...(isLinked && { businessId }) };
      await send(updateTask, { params: { id }, body: change });
    }
    toasts.done(task === null ? 'Task created' : 'Task saved');
    for (const customerId of new Set([body.customerId ?? null, task?.customer?.id ?? null]))
      refresh({ noun: 'task', customerId });
  };
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

function refused(last: Outcome, issues: Issues): Outcome {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return { ...last, errors, failure: null, isPending: false, attempts: last.attempts + 1 };
}

function failed(last: Outcome, error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { ...last, failure: messageOf(error), isPending: false };
  const theirs = error.code === 'STALE_VERSION' ? taskSchema.safeParse(error.current) : null;
  if (theirs?.success === true) return { ...last, theirs: theirs.data, isPending: false };
  const named = error.errors.map(({ path, message }) => ({ path: path.split('.'), message }));
  return { ...refused(last, named), failure: messageOf(error) };
}
