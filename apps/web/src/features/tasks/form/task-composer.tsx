import {
  createBusinessTask,
  createDealTask,
  createTask,
  createTaskBody,
} from '@handover/contract/tasks/tasks.ts';
import { useState, type ReactElement } from 'react';
import * as z from 'zod/mini';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraft, useDraftForm } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RecordFields } from '#shared/records/form/record-fields.tsx';
import { toBody } from '#shared/records/form/record-form.ts';
import {
  toAttachment,
  getRelatedIds,
  getDraftName,
  type LinkedRecord,
  type RecordRef,
} from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { taskForm } from '../tasks.form.tsx';
import { AlsoOn } from '#shared/records/page/record-composer.tsx';

const creations = { customer: createTask, business: createBusinessTask, deal: createDealTask } as const;
const schema = z.record(z.string(), z.unknown());
const fields = taskForm.fields.filter(
  ({ key, isInlineOnly }) =>
    key !== 'customerId' && key !== 'businessId' && key !== 'dealId' && isInlineOnly !== true,
);

interface TaskComposerProps {
  of: RecordRef;
  /** A related record that the task can also be attached to. */
  other?: LinkedRecord | null;
}

/** Creates a task for a record. */
export default function TaskComposer({ of, other = null }: TaskComposerProps): ReactElement {
  const [isShared, setShared] = useState(true);
  const attached = isShared ? other : null;
  const user = useUser();
  const [empty] = useState(() => taskForm.start(user));
  const draft = useDraft(getDraftName('task', of), { schema, empty });
  // The customer is set only if there is a client.
  const values = { ...draft.values, customerId: getRelatedIds(of, attached).customerId };
  const toasts = useToasts();
  const refresh = useRefresh();
  const form = useDraftForm(draft, {
    parse: () => createTaskBody.safeParse(toBody(fields, values)),
    send: (body, idempotencyKey) =>
      send(
        creations[of.type],
        { params: { id: of.id }, body: { ...body, ...toAttachment(attached) } },
        { idempotencyKey },
      ),
    onSent: () => {
      refresh({ noun: 'task', ...getRelatedIds(of, attached) });
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
      <RecordFields
        fields={fields}
        values={values}
        errors={form.errors}
        isReadOnly={form.isPending}
        onChange={(key, value) => draft.change({ [key]: value })}
      />
    </DraftFormView>
  );
}
