import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { PlainDateInput } from '@handover/ui/forms/date-inputs.tsx';
import { type Task, createFreeTask, createFreeTaskBody } from '@handover/contract/tasks/tasks.ts';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  type ReactElement,
  useState,
  type FormEvent,
} from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import type { MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { LayoutSwitch } from '#shared/records/board/layout-switch.tsx';
import { taskList } from '../tasks.record.tsx';
import { planningIcons } from './planning.generated.ts';
import styles from './tasks-screen.module.css';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useTaskDialogs, type TaskDialogs } from './use-task-dialogs.ts';
import { layouts, useTaskLayout, type Layout, type LayoutNavigation } from './task-layout.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

registerIcons(planningIcons);

const OtherLayout = lazy(() => import('./other-layout.tsx'));
const TaskDialog = lazyRecordForm(async () => (await import('../tasks.form.tsx')).taskForm);
const CalendarLinkDialog = lazy(() => import('../feed/calendar-link-dialog.tsx'));

const layoutLabels: Readonly<Record<Layout, { label: string; icon: string }>> = {
  list: { label: 'List', icon: 'solar:checklist-minimalistic-linear' },
  board: { label: 'Board', icon: 'solar:widget-4-linear' },
  calendar: { label: 'Calendar', icon: 'solar:calendar-linear' },
};

/** The tasks of the workspace as a list, board, or calendar with the same filters. */
export default function TasksScreen(): ReactElement {
  const layout = useTaskLayout();
  const dialogs = useTaskDialogs();
  const isList = layout.view === 'list';
  const onOpen = useStableOpen(dialogs);
  return (
    <>
      {dialogs.failure !== null && (
        <Alert severity="warning" role="alert" className={styles['failure'] ?? ''} onClose={dialogs.close}>
          This task could not be opened. {dialogs.failure}
        </Alert>
      )}
      {isList ? (
        <RecordListPage
          list={taskList}
          create={{ label: 'New task', onCreate: () => dialogs.add() }}
          layouts={<Layouts layout={layout} />}
          menu={createMenu(dialogs)}
          lead={<QuickAdd />}
          onOpen={onOpen}
        />
      ) : (
        <Suspense>
          <OtherLayout
            layout={layout}
            dialogs={dialogs}
            layouts={<Layouts layout={layout} />}
            menu={createMenu(dialogs)}
          />
        </Suspense>
      )}
      <Dialogs dialogs={dialogs} />
    </>
  );
}

/** A stable function, so that rows do not rerender when a dialog opens. */
function useStableOpen(dialogs: TaskDialogs): (task: Task) => void {
  const latest = useRef(dialogs);
  useEffect(() => {
    latest.current = dialogs;
  });
  return useCallback((task: Task) => latest.current.open(task), []);
}

function createMenu(dialogs: TaskDialogs): MenuAction[] {
  return [
    {
      label: 'Calendar subscription',
      icon: 'solar:calendar-linear',
      onSelect: dialogs.openCalendarLink,
    },
  ];
}

function Layouts({ layout }: { layout: LayoutNavigation }): ReactElement {
  return (
    <LayoutSwitch
      layouts={layouts.map((name) => ({ name, to: layout.hrefOf(name), ...layoutLabels[name] }))}
      current={layout.view}
    />
  );
}

function Dialogs({
  dialogs: { opened, start, isCalendarLinkOpen, close },
}: {
  dialogs: TaskDialogs;
}): ReactElement {
  return (
    <Suspense>
      {(opened !== null || start !== null) && (
        <TaskDialog
          key={opened?.id ?? 'new'}
          record={opened}
          maxWidth="sm"
          {...(start !== null && { start })}
          onClose={close}
        />
      )}
      {isCalendarLinkOpen && <CalendarLinkDialog onClose={close} />}
    </Suspense>
  );
}

/**
 * A single-line form that creates a task for the current user. The text is kept until it is saved, and the focus stays
 * for the next task.
 */
export function QuickAdd(): ReactElement {
  const [title, setTitle] = useState('');
  const [dueDate, setDueDate] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const submitKey = useSubmitKey();
  const refresh = useRefresh();
  const toasts = useToasts();
  const add = useMutation({
    mutationFn: (body: { title: string; dueDate: string | null }) =>
      send(createFreeTask, { body }, { idempotencyKey: submitKey.keyFor(body) }),
    onSuccess: (_saved, sent) => {
      submitKey.renew();
      // Text typed while saving belongs to the next task.
      setTitle((typed) => (typed.trim() === sent.title ? '' : typed));
      setDueDate((typed) => (typed === (sent.dueDate ?? '') ? '' : typed));
      toasts.done('Task created');
      input.current?.focus();
    },
    onError: (failure) => setError(`${getErrorMessage(failure)} Your text was not lost.`),
    onSettled: () => refresh({ noun: 'task', customerId: null }),
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (add.isPending) return;
    const parsed = createFreeTaskBody.safeParse({ title, dueDate: dueDate === '' ? null : dueDate });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message ?? 'The task could not be saved');
      input.current?.focus();
      return;
    }
    setError(null);
    add.mutate({ title: parsed.data.title, dueDate: parsed.data.dueDate ?? null });
  };

  return (
    <form className={styles['form']} aria-label="Add a task" noValidate onSubmit={submit}>
      <div className={styles['line']}>
        <Icon name="solar:add-circle-linear" size={20} />
        <input
          ref={input}
          className={styles['title']}
          aria-label="New task"
          placeholder="Add a task"
          autoComplete="off"
          value={title}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : 'quick-add-error'}
          onChange={(event) => setTitle(event.target.value)}
        />
        <span className={styles['due']}>
          <PlainDateInput
            type="date"
            className={styles['date']}
            aria-label="Due date of the new task"
            value={dueDate}
            onChange={(event) => setDueDate(event.target.value)}
          />
        </span>
        <Button type="submit" loading={add.isPending}>
          Add
        </Button>
      </div>
      {error !== null && (
        <p id="quick-add-error" role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
