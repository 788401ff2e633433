import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type MergePreview, mergeCustomers, type MergeField } from '@handover/contract/records/merges.ts';
import { useId, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { ValueChoice } from '#shared/records/form/value-choice.tsx';
import { listChoices, formatMoves, type MergeChoice } from './merge-choices.ts';
import styles from './merge.module.css';
import { useDismissal } from '../duplicates/duplicates.queries.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useMergeRefresh, useUndoMerge } from './merge.queries.ts';

const duplicatesPath = '/admin/users/duplicates';

/** Choose which customer and which field values to keep, and see what moves. */
export function MergeForm({ preview }: { preview: MergePreview }): ReactElement {
  const { survivor, other, obstacle } = preview;
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const navigate = useNavigate();
  const merging = useMerge(preview);
  const dismissal = useDismissal(survivor, other, () => void navigate(duplicatesPath));
  const choices = listChoices(preview, useCustomFields()).map((choice) => ({
    ...choice,
    isFromOther: chosen.get(choice.key) ?? choice.isFromOther,
  }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    merging.merge(choices.filter(({ isFromOther }) => isFromOther).flatMap(({ fields }) => fields));
  };
  return (
    <form className={styles['page']} noValidate onSubmit={submit}>
      <section className={styles['card']} aria-label="Customers">
        <MergeParties survivor={survivor} other={other} isOpen={obstacle === null} />
        {obstacle === null && (
          <Values
            choices={choices}
            preview={preview}
            onChoose={(key, isFromOther) => setChosen(new Map(chosen).set(key, isFromOther))}
          />
        )}
      </section>
      {obstacle === null ? <Moves preview={preview} /> : <Alert severity="warning">{obstacle}</Alert>}
      {merging.failure !== null && <Alert severity="error">{merging.failure}</Alert>}
      <div className={styles['acts']}>
        {obstacle === null && (
          <Button type="submit" loading={merging.isPending}>
            Merge
          </Button>
        )}
        {survivor.deletedAt === null && other.deletedAt === null && (
          <Button
            variant="outlined"
            color="inherit"
            loading={dismissal.isPending}
            onClick={dismissal.dismiss}
          >
            Not the same
          </Button>
        )}
        <Button
          variant={obstacle === null ? 'text' : 'outlined'}
          color="inherit"
          component={Link}
          to={duplicatesPath}
        >
          {obstacle === null ? 'Cancel' : 'All duplicates'}
        </Button>
      </div>
    </form>
  );
}

interface ValuesProps {
  choices: readonly MergeChoice[];
  preview: MergePreview;
  onChoose: (key: string, isFromOther: boolean) => void;
}

function Values({ choices, preview: { survivor, other }, onChoose }: ValuesProps): ReactElement {
  const group = useId();
  if (choices.length === 0) return <p className={styles['quiet']}>All fields are the same.</p>;
  return (
    <>
      <h2 className={styles['title']}>Values to keep</h2>
      {choices.map(({ key, label, isFromOther, survivorText, otherText }) => (
        <div key={key} role="radiogroup" aria-labelledby={`${group}-${key}`} className={styles['row']}>
          <span id={`${group}-${key}`} className={styles['label']}>
            {label}
          </span>
          <ValueChoice
            isUnderHead
            name={`${group}-${key}-value`}
            label={survivor.name}
            text={survivorText}
            isChosen={!isFromOther}
            onChoose={() => onChoose(key, false)}
          />
          <ValueChoice
            isUnderHead
            name={`${group}-${key}-value`}
            label={other.name}
            text={otherText}
            isChosen={isFromOther}
            onChoose={() => onChoose(key, true)}
          />
        </div>
      ))}
    </>
  );
}

function Moves({ preview: { survivor, other, moved } }: { preview: MergePreview }): ReactElement {
  const moves = formatMoves(moved);
  return (
    <section className={styles['card']} aria-label="Records to move">
      <h2 className={styles['title']}>Moves to {survivor.name}</h2>
      {moves.length === 0 ? (
        <p className={styles['quiet']}>{other.name} has no records to move.</p>
      ) : (
        <ul className={styles['moves']}>
          {moves.map((move) => (
            <li key={move}>{move}</li>
          ))}
        </ul>
      )}
      <p className={styles['quiet']}>
        Every email, phone, and address of both is kept. Links to {other.name} will open {survivor.name}. You
        can undo the merge from the menu of {survivor.name}.
      </p>
    </section>
  );
}

interface MergePartiesProps {
  survivor: CustomerDetail;
  other: CustomerDetail;
  /** Whether they can currently be merged. */
  isOpen: boolean;
}

/** The two customers at the top of their columns, and which of them is kept. */
export function MergeParties({ survivor, other, isOpen }: MergePartiesProps): ReactElement {
  return (
    <div className={styles['head']}>
      <Party customer={survivor}>{isOpen && <Pill tone="success">Keep</Pill>}</Party>
      <Party customer={other}>
        {isOpen && (
          <>
            <Pill>Merge into it</Pill>
            <Link
              replace
              to={`/admin/users/duplicates/${other.id}/${survivor.id}`}
              className={styles['swap']}
            >
              Keep this customer instead
            </Link>
          </>
        )}
      </Party>
    </div>
  );
}

function Party({ customer, children }: { customer: CustomerDetail; children: ReactNode }): ReactElement {
  const entries = customer.counts.activities;
  return (
    <div className={styles['party']}>
      <Avatar name={customer.name} photoUrl={customer.avatarUrl} size={48} />
      <div className={styles['who']}>
        <div className={styles['line']}>{children}</div>
        <Link to={`/admin/users/view/${customer.id}`} className={styles['name']}>
          {customer.name}
        </Link>
        <p className={styles['quiet']}>
          {customer.accountType}{' '}
          {customer.joiningDate !== null && ` · joined ${formatDate(customer.joiningDate)}`} ·{' '}
          {entries === 1 ? '1 timeline entry' : `${entries.toLocaleString('en')} timeline entries`}
        </p>
      </div>
    </div>
  );
}

interface MergeState {
  /** `fromOther` lists the fields for which the other customer's value is used. */
  merge: (fromOther: MergeField[]) => void;
  isPending: boolean;
  failure: string | null;
}

/** Merges the two previewed customers and opens the remaining one. */
export function useMerge({ survivor, other }: MergePreview): MergeState {
  const toasts = useToasts();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const refresh = useMergeRefresh();
  const { undo } = useUndoMerge();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (fromOther: MergeField[]) => {
      const body = { version: survivor.version, otherId: other.id, otherVersion: other.version, fromOther };
      return send(
        mergeCustomers,
        { params: { id: survivor.id }, body },
        { idempotencyKey: submitKey.keyFor([survivor.id, body]) },
      );
    },
    onSuccess: ({ merge }) => {
      toasts.undoable(`${other.name} was merged into ${merge.survivor.name}`, () => undo(merge.id));
      void navigate(`/admin/users/view/${survivor.id}`);
    },
    onSettled: refresh,
  });
  return {
    merge: (fromOther) => {
      if (!isPending) mutate(fromOther);
    },
    isPending,
    failure: error === null ? null : formatFailure(error),
  };
}

/** The preview is refetched; the choices are kept. */
function formatFailure(error: Error): string {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
    ? 'One of the customers was changed. Review the values, then merge.'
    : getErrorMessage(error);
}
