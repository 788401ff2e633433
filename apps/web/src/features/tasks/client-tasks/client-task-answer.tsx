import Button from '@mui/material/Button';
import { sendTaskFile, sendTaskReply } from '@handover/contract/tasks/client-tasks.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { type ReactElement, useState } from 'react';
import * as z from 'zod/mini';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraft, useDraftForm } from '#shared/drafts/use-draft.ts';
import { useFileUploads } from '#shared/files/use-file-uploads.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import styles from './client-tasks.module.css';
import { clientRequestStateNames } from '@handover/contract/documents/room-request-names.ts';
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
  const { progress, start, failure } = useFileUploads({
    upload: ({ file, idempotencyKey }, onProgress) =>
      uploadWithProgress(sendTaskFile, {
        params: { id: task.id },
        query: { name: file.name.slice(0, maxNameLength) },
        file,
        idempotencyKey,
        onProgress,
      }),
    onUploaded: () => toasts.done('Sent to your broker'),
    onSettled: refreshAll,
  });
  const upload = (files: readonly File[]): void => {
    const tooLarge = files.find(({ size }) => size > attachmentMaxBytes);
    if (tooLarge !== undefined) toasts.failed(`${tooLarge.name} is too large`);
    else if (files.length > 0 && progress === null) start(files);
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
            {progress === null ? 'Upload files' : 'Sending…'}
          </FileButton>
        )}
        {!isReplying && (
          <Button variant="text" color="inherit" onClick={() => setReplying(true)}>
            Reply
          </Button>
        )}
      </div>
      {failure}
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

type Request = Task['requests'][number];

const tones: Partial<Record<Request['state'], 'success' | 'error' | 'info'>> = {
  verified: 'success',
  refused: 'error',
  uploaded: 'info',
};

/** The documents that complete a task; each links to its upload. */
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
