import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  addProtectedBuyer,
  removeProtectedBuyer,
  type ProtectedBuyer,
} from '@handover/contract/businesses/engagement-letters.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type FormEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { useEngagementChange } from './engagements.queries.ts';
import styles from './engagements.module.css';

const CustomerPicker = lazy(async () => ({
  default: (await import('#shared/customers/customer-picker.tsx')).CustomerPicker,
}));

const sourceTexts = { deal: 'Deal', invitation: 'Invitation', manual: 'Added manually' } as const;

interface ProtectedBuyersProps {
  business: BusinessDetail;
  buyers: readonly ProtectedBuyer[];
  /** The first day after the tail; null while the term is open. */
  tailEndsOn: string | null;
}

/** Buyers that earn the commission if they buy during the tail. */
export function ProtectedBuyers({ business, buyers, tailEndsOn }: ProtectedBuyersProps): ReactElement {
  const { id, abilities } = business;
  const [isAdding, setAdding] = useState(false);
  const remove = useEngagementChange({
    act: (buyerId: string) => send(removeProtectedBuyer, { params: { id, buyerId } }),
    done: 'Removed from the protected list',
  });
  return (
    <section className={styles['part']} aria-label="Protected buyers">
      <div className={styles['top']}>
        <h2 className={styles['title']}>Protected buyers</h2>
        {abilities.canUpdate && (
          <Button variant="outlined" color="inherit" size="small" onClick={() => setAdding(true)}>
            Add buyer
          </Button>
        )}
      </div>
      <p className={styles['remark']}>
        {tailEndsOn === null
          ? 'Buyers introduced during the open-ended term.'
          : `You earn the commission if one of these buyers purchases before ${formatDate(tailEndsOn)}.`}
      </p>
      {buyers.length === 0 && <p className={styles['remark']}>No buyers yet.</p>}
      <ul className={styles['buyers']}>
        {buyers.map(({ buyer, introducedOn, source, note }) => (
          <li key={buyer.id}>
            <span>
              <Link to={`${recordInfo.customer.path}${buyer.id}`}>{buyer.name}</Link>
              <small>
                Introduced {formatDate(introducedOn)} · {sourceTexts[source]}
                {note !== null && ` · ${note}`}
              </small>
            </span>
            {abilities.canUpdate && source === 'manual' && (
              <MenuButton
                isIconOnly
                label={`Actions for ${buyer.name}`}
                actions={[
                  {
                    label: 'Remove',
                    icon: 'solar:trash-bin-trash-linear',
                    isDangerous: true,
                    onSelect: () => remove.run(buyer.id),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {isAdding && (
        <Suspense>
          <AddDialog businessId={id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

function AddDialog({ businessId, onClose }: { businessId: string; onClose: () => void }): ReactElement {
  const [buyer, setBuyer] = useState<PickedRecord | null>(null);
  const [introducedOn, setIntroducedOn] = useState(useUser().today);
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { run, isPending } = useEngagementChange({
    act: (buyerId: string) =>
      send(addProtectedBuyer, {
        params: { id: businessId },
        body: { buyerId, introducedOn, note: note.trim() === '' ? null : note },
      }),
    done: 'Added to the protected list',
    onDone: onClose,
    onError: (error) => setFailure(getErrorMessage(error)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (buyer !== null && introducedOn !== '') run(buyer.id);
  };
  return (
    <FormDialog
      draft={{
        name: `protected-buyer:${businessId}`,
        values: { buyer, introducedOn, note },
        restore: (typed) => {
          setBuyer(typed.buyer);
          setIntroducedOn(typed.introducedOn);
          setNote(typed.note);
        },
      }}
      title="Add protected buyer"
      submitLabel="Add buyer"
      failure={failure}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <CustomerPicker
        label="Buyer"
        value={buyer}
        onChange={setBuyer}
        error={isChecked && buyer === null ? 'Choose a buyer' : undefined}
      />
      <LabeledInput
        label="Introduced on"
        type="date"
        value={introducedOn}
        error={isChecked && introducedOn === '' ? 'Enter a date' : undefined}
        onChange={({ target }) => setIntroducedOn(target.value)}
      />
      <LabeledInput
        label="Note"
        value={note}
        autoComplete="off"
        inputProps={{ maxLength: 300 }}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
