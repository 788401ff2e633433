import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Task } from '@handover/contract/tasks.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { messageOf } from '../../../shared/api/api-error.ts';
import { parseTask, taskDraftOf } from './task-draft.ts';
import { TaskFields } from './task-fields.tsx';
import styles from '../task-item.module.css';
import type { useTaskActs } from '../use-task-acts.ts';

interface TaskEditorProps {
  task: Task;
  update: ReturnType<typeof useTaskActs>['update'];
  onClose: () => void;
}

/** Edits a task in its place. What the server refuses is told here and the values stay. */
export function TaskEditor({ task, update, onClose }: TaskEditorProps): ReactElement {
  const [values, setValues] = useState(() => taskDraftOf(task));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  const save = async (): Promise<void> => {
    const parsed = parseTask(values);
    if (!parsed.success)
      return setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    setPending(true);
    try {
      await update({ ...parsed.data });
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setPending(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) void save();
  };

  return (
    <li className={styles['editing']}>
      <form className={styles['editor']} noValidate aria-label={`Edit ${task.title}`} onSubmit={submit}>
        {failure !== null && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
        <TaskFields
          values={values}
          change={(change) => setValues({ ...values, ...change })}
          errors={errors}
          isReadOnly={isPending}
          assignee={task.assignee}
        />
        <div className={styles['actions']}>
          <Button variant="outlined" color="inherit" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="small" loading={isPending}>
            Save
          </Button>
        </div>
      </form>
    </li>
  );
}
