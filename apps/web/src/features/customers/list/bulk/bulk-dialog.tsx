import { bulkInputs, type BulkInputOf } from '@handover/contract/bulk.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { fieldsOf, type RequestedAction, type BulkValues } from './bulk-fields.tsx';
import styles from './bulk.module.css';

interface BulkDialogProps {
  action: RequestedAction;
  /** How many customers it is for. */
  count: number;
  isPending: boolean;
  onStart: (input: BulkInputOf<'customer'>) => void;
  onClose: () => void;
}

const empty: BulkValues = { brokerId: '', tags: [], reason: '' };

/** Asks what an action needs before it is done to many. */
export default function BulkDialog({
  action,
  count,
  isPending,
  onStart,
  onClose,
}: BulkDialogProps): ReactElement {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (change: Partial<BulkValues>): void => setValues((last) => ({ ...last, ...change }));
  const many = `${count.toLocaleString('en')} ${count === 1 ? 'customer' : 'customers'}`;
  const { title, confirmLabel, isDangerous = false } = textOf(action, many);
  const Fields = fieldsOf[action];

  const start = (): void => {
    const parsed = bulkInputs.customer.safeParse(inputOf(action, values));
    if (parsed.success) return onStart(parsed.data);
    setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
  };

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isDangerous={isDangerous}
      hasField={action !== 'delete'}
      isPending={isPending}
      onConfirm={start}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        <Fields values={values} errors={errors} onChange={set} />
      </div>
    </ConfirmDialog>
  );
}

function inputOf(action: RequestedAction, { brokerId, tags, reason }: BulkValues): unknown {
  const tagIds = tags.map(({ id }) => id);
  const needs = {
    assign: { brokerId: brokerId === '' ? null : brokerId },
    tag: { tagIds },
    untag: { tagIds },
    ban: { reason },
    delete: {},
  } as const satisfies Record<RequestedAction, object>;
  return { action, ...needs[action] };
}

function textOf(
  action: RequestedAction,
  many: string,
): { title: string; confirmLabel: string; isDangerous?: boolean } {
  const texts = {
    assign: { title: `Assign ${many}`, confirmLabel: 'Assign' },
    tag: { title: `Tag ${many}`, confirmLabel: 'Add tags' },
    untag: { title: `Take tags off ${many}`, confirmLabel: 'Take off' },
    ban: { title: `Ban ${many}?`, confirmLabel: 'Ban', isDangerous: true },
    delete: { title: `Move ${many} to the bin?`, confirmLabel: 'Move to bin', isDangerous: true },
  } as const satisfies Record<RequestedAction, object>;
  return texts[action];
}
