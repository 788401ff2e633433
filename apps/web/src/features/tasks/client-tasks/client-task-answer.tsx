import Button from '@mui/material/Button';
import { sendTaskFile, sendTaskReply } from '@handover/contract/client-tasks.ts';
import { attachmentMaxBytes } from '@handover/contract/files.ts';
import type { Task } from '@handover/contract/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { TaskRequests } from './task-requests.tsx';
import styles from './client-tasks.module.css';

const maxNameLength = 1000;

interface ClientTaskAnswerProps {
  task: Task;
  customerId: string;
}

/** Files or a reply for a task that asks for documents; the broker completes it. */
export default function ClientTaskAnswer({ task, customerId }: ClientTaskAnswerProps): ReactElement {
  const params = { id: task.id };
  const [text, setText] = useState<string | null>(null);
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => toasts.done('Sent to your broker'),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      for (const noun of ['task', 'document', 'message'] as const) refresh({ noun, customerId });
    },
  });
  const upload = (files: readonly File[]): void => {
    const tooLarge = files.find(({ size }) => size > attachmentMaxBytes);
    if (tooLarge !== undefined) toasts.failed(`${tooLarge.name} is too large`);
    else if (files.length > 0) mutate(() => sendFiles(params.id, files));
  };
  const reply = (event: FormEvent): void => {
    event.preventDefault();
    const written = text?.trim() ?? '';
    if (written === '' || isPending) return;
    mutate(() => send(sendTaskReply, { params, body: { text: written } }), {
      onSuccess: () => setText(null),
    });
  };
  return (
    <div className={styles['answer']}>
      {task.status === 'waiting' && task.requests.length === 0 && (
        <StatusLabel tone="success">Sent, waiting for your broker</StatusLabel>
      )}
      {task.requests.length > 0 && <TaskRequests requests={task.requests} />}
      <div className={styles['buttons']}>
        {task.requests.length === 0 && (
          <FileButton variant="outlined" color="inherit" isMultiple onFiles={upload}>
            {isPending ? 'Sending…' : 'Upload files'}
          </FileButton>
        )}
        {text === null && (
          <Button variant="text" color="inherit" onClick={() => setText('')}>
            Reply
          </Button>
        )}
      </div>
      {text !== null && (
        <form onSubmit={reply}>
          <LabeledInput
            label={`Reply to ${task.title}`}
            multiline
            minRows={2}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className={styles['buttons']}>
            <Button type="submit" loading={isPending}>
              Send
            </Button>
            <Button variant="text" color="inherit" onClick={() => setText(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

/** One after the other, in their order. */
async function sendFiles(taskId: string, files: readonly File[]): Promise<void> {
  for (const file of files)
    await uploadWithProgress(sendTaskFile, {
      params: { id: taskId },
      query: { name: file.name.slice(0, maxNameLength) },
      file,
    });
}
