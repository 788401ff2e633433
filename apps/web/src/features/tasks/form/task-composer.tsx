import { createBusinessTask, createTask } from '@handover/contract/tasks.ts';
import { useState, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import {
  AlsoOn,
  attachedTo,
  concerned,
  draftName,
  type LinkedRecord,
  type RecordRef,
} from '#shared/records/page/record-ref.tsx';
import { emptyTaskDraft, parseTask, taskDraftSchema } from './task-draft.ts';
import { TaskFields } from './task-fields.tsx';

const creations = { customer: createTask, business: createBusinessTask } as const;

interface TaskComposerProps {
  of: RecordRef;
  /** A related record that the task can be for as well. */
  other?: LinkedRecord | null;
}

/** Creates a task for a record. */
export default function TaskComposer({ of, other = null }: TaskComposerProps): ReactElement {
  const [isShared, setShared] = useState(true);
  const attached = isShared ? other : null;
  const isForCustomer = concerned(of, attached).customerId !== null;
  const draft = useDraft(draftName('task', of), { schema: taskDraftSchema, empty: emptyTaskDraft });
  const toasts = useToasts();
  const refresh = useRefresh();
  const form = useDraftForm(draft, {
    parse: (values) => parseTask({ ...values, isAsked: values.isAsked && isForCustomer }),
    send: (body, idempotencyKey) =>
      send(
        creations[of.type],
        { params: { id: of.id }, body: { ...body, ...attachedTo(attached) } },
        { idempotencyKey },
      ),
    onSent: () => {
      refresh({ noun: 'task', ...concerned(of, attached) });
      toasts.done('Task created');
    },
  });
  return (
    <DraftFormView
      form={form}
      label="New task"
      submitLabel="Create task"
      extras={<AlsoOn other={other} isOn={isShared} onChange={setShared} />}
    >
      <TaskFields
        values={draft.values}
        change={draft.change}
        errors={form.errors}
        isReadOnly={form.isPending}
        isForCustomer={isForCustomer}
      />
    </DraftFormView>
  );
}
