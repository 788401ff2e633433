import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Task } from '@handover/contract/tasks.ts';
import { useEffect, useId, useRef, useState, type ReactElement, type RefObject } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { BusinessPicker } from '../../../shared/businesses/business-picker.tsx';
import { CustomerPicker } from '../../../shared/customers/customer-picker.tsx';
import { useUnsavedGuard } from '../../../shared/forms/use-unsaved-guard.tsx';
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
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [isLeaving, setLeaving] = useState(false);
  const form = useTaskForm({ task, start, onSaved: onClose });
  const fields = useFocusOnError(form.attempts);
  const guard = useUnsavedGuard(form.isDirty);
  const close = (): void => (form.isDirty ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog open fullWidth fullScreen={isPhone} maxWidth="sm" aria-labelledby={titleId} onClose={close}>
        <DialogTitle id={titleId}>{task === null ? 'New task' : 'Edit task'}</DialogTitle>
        <form className={styles['form']} noValidate onSubmit={form.submit}>
          <DialogContent>
            <div ref={fields} className={styles['fields']}>
              {form.failure !== null && (
                <Alert severity="error" role="alert">
                  {form.failure}
                </Alert>
              )}
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
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" color="inherit" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isPending}>
              {task === null ? 'Create task' : 'Save'}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          confirmLabel="Close"
          isDangerous
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          What you entered is not saved yet and would be lost.
        </ConfirmDialog>
      )}
      {guard}
    </>
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
