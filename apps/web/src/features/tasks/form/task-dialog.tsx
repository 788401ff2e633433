import Alert from '@mui/material/Alert';
import type { Task } from '@handover/contract/tasks.ts';
import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { BusinessPicker } from '#shared/businesses/business-picker.tsx';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import type { TaskDraft } from './task-draft.ts';
import styles from './task-dialog.module.css';
import { TaskFields } from './task-fields.tsx';
import { theirChanges } from './their-changes.ts';
import { useTaskForm } from './use-task-form.ts';

interface TaskDialogProps {
  /** The task to change; null for a new one. */
  task: Task | null;
  /** What a new one begins with. */
  start?: Partial<TaskDraft>;
  onClose: () => void;
}

const noStart: Partial<TaskDraft> = {};

/** A task with all its fields, new or to be changed. */
export default function TaskDialog({ task, start = noStart, onClose }: TaskDialogProps): ReactElement {
  const form = useTaskForm({ task, start, onSaved: onClose });
  const fields = useFocusOnError(form.attempts);
  return (
    <GuardedFormDialog
      title={task === null ? 'New task' : 'Edit task'}
      submitLabel={task === null ? 'Create task' : 'Save'}
      onSubmit={form.submit}
      onClose={onClose}
      isPending={form.isPending}
      isDirty={form.isDirty}
      failure={form.failure}
      maxWidth="sm"
    >
      <div ref={fields} className={styles['fields']}>
        {form.theirs !== null && form.task !== null && <Theirs task={form.task} theirs={form.theirs} />}
        <TaskFields
          values={form.values}
          change={form.change}
          errors={form.errors}
          isReadOnly={form.isPending}
          assignee={form.task?.assignee ?? null}
          isForCustomer={form.links.customer !== null}
        >
          <div className={styles['links']}>
            <CustomerPicker
              label="Customer"
              value={form.links.customer}
              onChange={(customer) => form.link({ customer })}
              error={form.errors['customerId']}
            />
            <BusinessPicker
              label="Business"
              value={form.links.business}
              onChange={(business) => form.link({ business })}
              error={form.errors['businessId']}
            />
          </div>
        </TaskFields>
      </div>
    </GuardedFormDialog>
  );
}

/** After each refusal the first field that is wrong has the focus. */
function useFocusOnError(attempts: number): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return fields;
}

/** What somebody else saved first. Saving again puts one's own in its place. */
function Theirs({ task, theirs }: { task: Task; theirs: Task }): ReactElement {
  return (
    <Alert severity="warning" role="alert">
      Somebody else changed this task while you were editing. Save again to put your version in its place, or
      cancel to keep theirs:
      <ul className={styles['theirs']}>
        {theirChanges(task, theirs).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  );
}
