import Button from '@mui/material/Button';
import { sendTaskFile, sendTaskReply } from '@handover/contract/client-tasks.ts';
import { attachmentMaxBytes } from '@handover/contract/files.ts';
import type { Task } from '@handover/contract/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import * as z from 'zod/mini';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraft, useDraftForm } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from './client-tasks.module.css';
import { clientRequestStateNames } from '@handover/contract/room-request-names.ts';
import { Link } from 'react-router';

const maxNameLength = 1000;
const replyDraft = { schema: z.object({ text: z.string() }), empty: { text: '' } };

interface ClientTaskAnswerProps {
  task: Task;
  customerId: string;
}

/** Files or a reply for a task that asks for documents; the broker completes it. */
export default function ClientTaskAnswer({ task, customerId }: ClientTaskAnswerProps): ReactElement {
  const draft = useDraft(`task-reply:${task.id}`, replyDraft);
  const [isReplying, setReplying] = useState(!draft.isEmpty);
  const toasts = useToasts();
  const refresh = useRefresh();
  const refreshAll = (): void => {
    for (const noun of ['task', 'document', 'message'] as const) refresh({ noun, customerId });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (files: readonly File[]) => sendFiles(task.id, files),
    onSuccess: () => toasts.done('Sent to your broker'),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: refreshAll,
  });
  const upload = (files: readonly File[]): void => {
    const tooLarge = files.find(({ size }) => size > attachmentMaxBytes);
    if (tooLarge !== undefined) toasts.failed(`${tooLarge.name} is too large`);
    else if (files.length > 0) mutate(files);
  };
  const reply = useDraftForm(draft, {
    parse: sendTaskReply.body.safeParse,
    send: (body, idempotencyKey) =>
      send(sendTaskReply, { params: { id: task.id }, body }, { idempotencyKey }),
    onSent: () => {
      setReplying(false);
      toasts.done('Sent to your broker');
      refreshAll();
    },
  });
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
        {!isReplying && (
          <Button variant="text" color="inherit" onClick={() => setReplying(true)}>
            Reply
          </Button>
        )}
      </div>
      {isReplying && (
        <DraftFormView
          form={reply}
          label="Reply"
          submitLabel="Send"
          extras={
            <Button
              variant="text"
              color="inherit"
              onClick={() => {
                draft.clear();
                setReplying(false);
              }}
            >
              Cancel
            </Button>
          }
        >
          <LabeledInput
            label={`Reply to ${task.title}`}
            multiline
            minRows={2}
            value={draft.values.text}
            error={reply.errors['text']}
            readOnly={reply.isPending}
            onChange={(event) => draft.change({ text: event.target.value })}
          />
        </DraftFormView>
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

type Request = Task['requests'][number];

const tones: Partial<Record<Request['state'], 'success' | 'error' | 'info'>> = {
  verified: 'success',
  refused: 'error',
  uploaded: 'info',
};

/** The documents that complete a task; each leads to where it is uploaded. */
function TaskRequests({ requests }: { requests: readonly Request[] }): ReactElement {
  return (
    <ul className={styles['requests']}>
      {requests.map(({ id, title, state, refusal }) => (
        <li key={id}>
          <Link className={styles['link']} to={`#request-${id}`}>
            {title}
          </Link>{' '}
          <StatusLabel tone={tones[state] ?? 'warning'}>{clientRequestStateNames[state]}</StatusLabel>
          {refusal !== null && <p className={styles['refusal']}>{refusal}</p>}
        </li>
      ))}
    </ul>
  );
}
