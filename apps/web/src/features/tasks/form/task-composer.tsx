import { createTask } from '@handover/contract/tasks.ts';
import type { ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft-form.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';
import { emptyTaskDraft, parseTask, taskDraftSchema } from './task-draft.ts';
import { TaskFields } from './task-fields.tsx';

/** Creates a task for a customer. */
export default function TaskComposer({ customerId }: { customerId: string }): ReactElement {
  const draft = useDraft(`task:${customerId}`, { schema: taskDraftSchema, empty: emptyTaskDraft });
  const toasts = useToasts();
  const refresh = useRefresh();
  const form = useDraftForm(draft, {
    parse: parseTask,
    send: (body, idempotencyKey) =>
      send(createTask, { params: { id: customerId }, body }, { idempotencyKey }),
    onSent: () => {
      refresh({ noun: 'task', customerId });
      toasts.done('Task created');
    },
  });
  return (
    <DraftFormView form={form} label="New task" submitLabel="Create task">
      <TaskFields
        values={draft.values}
        change={draft.change}
        errors={form.errors}
        isReadOnly={form.isPending}
        isForCustomer
      />
    </DraftFormView>
  );
}
