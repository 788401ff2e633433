import type { Profile } from '@handover/contract/auth.ts';
import { taskPriorities, type Task } from '@handover/contract/tasks.ts';
import type { ReactElement, ReactNode } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { priorityNames } from '../task-labels.ts';
import { ReminderFields } from './reminder-fields.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import type { TaskDraft } from './task-draft.ts';
import styles from './task-fields.module.css';

interface TaskFieldsProps {
  values: TaskDraft;
  change: (change: Partial<TaskDraft>) => void;
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  /** The assignee as the record has them, who may have left the workspace. */
  assignee?: Task['assignee'];
  /** Where there is a customer, it can be asked of them. */
  isForCustomer: boolean;
  /** The fields of the records it is about. */
  children?: ReactNode;
}

/** The fields of a task, for create and edit. */
export function TaskFields({
  values,
  change,
  errors,
  isReadOnly,
  assignee = null,
  isForCustomer,
  children,
}: TaskFieldsProps): ReactElement {
  const user = useUser();
  const assigneeId = values.assigneeId === '' ? ownChoice(user) : values.assigneeId;
  return (
    <>
      <LabelledInput
        label="Task"
        placeholder="What is to be done"
        value={values.title}
        error={errors['title']}
        readOnly={isReadOnly}
        autoComplete="off"
        onChange={(event) => change({ title: event.target.value })}
      />
      <div className={styles['row']}>
        <LabelledSelect
          label="Assigned to"
          value={assigneeId}
          error={errors['assigneeId']}
          onChange={(event) => change({ assigneeId: event.target.value })}
        >
          <MemberOptions current={assignee} value={assigneeId} />
          <option value="none">Nobody</option>
        </LabelledSelect>
        <LabelledInput
          type="date"
          label="Due"
          value={values.dueDate}
          error={errors['dueDate']}
          readOnly={isReadOnly}
          onChange={(event) => change({ dueDate: event.target.value })}
        />
        <LabelledSelect
          label="Priority"
          value={values.priority}
          onChange={(event) =>
            change({ priority: taskPriorities.find((name) => name === event.target.value) ?? 'normal' })
          }
        >
          {taskPriorities.map((name) => (
            <option key={name} value={name}>
              {priorityNames[name]}
            </option>
          ))}
        </LabelledSelect>
      </div>
      {children}
      {isForCustomer && (
        <label className={styles['asked']}>
          <input
            type="checkbox"
            checked={values.isAsked}
            disabled={isReadOnly}
            onChange={(event) => change({ isAsked: event.target.checked })}
          />
          Ask the client to do it: they see it when they sign in
        </label>
      )}
      <ReminderFields values={values} change={change} errors={errors} />
      <RepeatFields values={values} change={change} errors={errors} />
      <LabelledInput
        label="Details"
        multiline
        minRows={2}
        maxRows={12}
        value={values.description}
        error={errors['description']}
        readOnly={isReadOnly}
        onChange={(event) => change({ description: event.target.value })}
      />
    </>
  );
}

/** Whose a new task is when nobody says: one's own, unless one only visits the workspace. */
function ownChoice({ id, isMember }: Profile): string {
  return isMember ? id : 'none';
}
