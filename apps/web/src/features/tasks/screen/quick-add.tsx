import { createFreeTask, createFreeTaskBody } from '@handover/contract/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from './quick-add.module.css';

/** One line that makes a task of one's own. The text stays until it is saved, and the cursor stays for the next. */
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
    onSuccess: () => {
      submitKey.renew();
      setTitle('');
      setDueDate('');
      toasts.done('Task created');
      input.current?.focus();
    },
    onError: (failure) => setError(`${messageOf(failure)} Your text is kept.`),
    onSettled: () => refresh({ noun: 'task', customerId: null }),
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (add.isPending) return;
    const parsed = createFreeTaskBody.safeParse({ title, dueDate: dueDate === '' ? null : dueDate });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message ?? 'Saving failed');
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
        <input
          type="date"
          className={styles['date']}
          aria-label="Due date of the new task"
          value={dueDate}
          onChange={(event) => setDueDate(event.target.value)}
        />
        <Button type="submit" isPending={add.isPending}>
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
