import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  deleteAddBack,
  isOutdated,
  type AddBack,
  type Financials,
  type RecastYear,
} from '@handover/contract/businesses/financials.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { formatBasis, categoryLabels, statusLabels } from './financial-labels.ts';
import { useFinancialsChange } from './financials.queries.ts';
import styles from './financials.module.css';

const AddBackDialog = lazy(() => import('./add-back-dialog.tsx'));

interface AddBackListProps {
  business: BusinessDetail;
  financials: Financials;
  recasts: readonly RecastYear[];
}

/** Add-backs, newest year first, each with its review and proof. */
export function AddBackList({ business, financials, recasts }: AddBackListProps): ReactElement {
  const { id, currency, abilities } = business;
  const [edited, setEdited] = useState<AddBack | 'new' | null>(null);
  const remove = useFinancialsChange({
    businessId: id,
    act: (addBackId: string) => send(deleteAddBack, { params: { id, addBackId } }),
    done: 'Add-back deleted',
  });
  const addBacks = financials.addBacks.toSorted(
    (one, other) => (other.year ?? Infinity) - (one.year ?? Infinity),
  );
  return (
    <section className={styles['part']} aria-label="Add-backs">
      <div className={styles['top']}>
        <h2 className={styles['title']}>Add-backs</h2>
        {abilities.canUpdate && (
          <Button variant="outlined" color="inherit" size="small" onClick={() => setEdited('new')}>
            New add-back
          </Button>
        )}
      </div>
      {addBacks.length === 0 && (
        <p className={styles['remark']}>
          No add-backs yet. The owner’s pay is added back from the profit and loss.
        </p>
      )}
      {addBacks.length > 0 && (
        <ul className={styles['list']}>
          {addBacks.map((addBack) => (
            <li key={addBack.id} className={styles['item']}>
              <div>
                <p dir="auto">{addBack.description}</p>
                <Meta addBack={addBack} isOutdated={isOutdated(addBack, recasts)} />
              </div>
              <span className={styles['money']}>
                <MoneyText isPrice amountCents={addBack.amountCents} currency={currency} />
              </span>
              {abilities.canUpdate ? (
                <MenuButton
                  isIconOnly
                  label={`Actions for ${addBack.description}`}
                  actions={[
                    { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => setEdited(addBack) },
                    {
                      label: 'Delete',
                      icon: 'solar:trash-bin-trash-linear',
                      isDangerous: true,
                      onSelect: () => remove.run(addBack.id),
                    },
                  ]}
                />
              ) : (
                <span />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <Suspense>
          <AddBackDialog
            business={business}
            addBack={edited === 'new' ? null : edited}
            recasts={recasts}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

function Meta({ addBack, isOutdated: isOld }: { addBack: AddBack; isOutdated: boolean }): ReactElement {
  const { timeZone } = useUser();
  const { text, tone } = statusLabels[addBack.status];
  return (
    <p className={styles['meta']}>
      <StatusLabel tone={tone}>{text}</StatusLabel>
      <span>
        {formatBasis(addBack.year ?? 'ttm', addBack.ttmThrough)} · {categoryLabels[addBack.category]}
      </span>
      {isOld && <span className={styles['error']}>Not counted: other months now. Check and save it.</span>}
      <span>
        {addBack.reviewer.displayName}, {formatDate(toCalendarDate(new Date(addBack.reviewedAt), timeZone))}
      </span>
      <span>{addBack.proof === null ? 'No proof' : `Proof: ${addBack.proof.name}`}</span>
    </p>
  );
}
