import { RecordActions, TrashNotice } from '#shared/records/page/record-page.tsx';
import { deleteDeal, restoreDeal, type DealDetail } from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { send } from '#shared/api/client.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useTrash } from '#shared/records/page/use-trash.ts';
import summary from '#shared/records/page/record-header.module.css';
import { DealStageLabel, DealValue } from '../deal-labels.tsx';

const EditDeal = lazyRecordForm(async () => (await import('../deals.form.tsx')).dealForm);

/** Stage, parties, and actions of a deal; the page's heading names it. */
export function DealHeader({ deal }: { deal: DealDetail }): ReactElement {
  const { id, abilities, buyer, business, broker, isAgreed, documentLevel, deletedAt } = deal;
  const hasDraft = useHasDraft(`deal:${id}`);
  const [isEditing, setEditing] = useState(hasDraft);
  const params = { id };
  const trash = useTrash(
    { noun: 'deal', customerId: null },
    {
      label: 'Deal',
      ...((isAgreed || documentLevel > 0) && {
        removed: 'Deal moved to the trash. Its offers were withdrawn and document access ended.',
      }),
      remove: () => send(deleteDeal, { params }),
      restore: () => send(restoreDeal, { params }),
    },
  );
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={buyer.name} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          <DealStageLabel deal={deal} />
          <strong>{deal.valueCents === null ? 'No price yet' : <DealValue deal={deal} />}</strong>
          {deal.valueCents !== null && <span>{isAgreed ? 'agreed' : 'asking'}</span>}
        </p>
        <p className={summary['second']}>
          <Link to={`${recordInfo.customer.path}${buyer.id}`}>{buyer.name}</Link>
          <Link to={`${recordInfo.business.path}${business.id}`}>{business.name}</Link>
          <span>{businessTypeLabels[business.type]}</span>
          <span>{broker === null ? 'No broker yet' : `Broker ${broker.displayName}`}</span>
        </p>
      </div>
      <RecordActions
        onEdit={abilities.canUpdate ? () => setEditing(true) : null}
        canDelete={abilities.canDelete}
        isTrashed={deletedAt !== null}
        trash={trash}
      />
      {deletedAt !== null && <TrashNotice noun="deal" />}
      {isEditing && (
        <Suspense>
          <EditDeal record={deal} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}
