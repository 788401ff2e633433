import { RecordActions, TrashNotice } from '#shared/records/page/record-page.tsx';
import Button from '@mui/material/Button';
import {
  type BusinessDetail,
  deleteBusiness,
  restoreBusiness,
} from '@handover/contract/businesses/businesses.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { StageLabel, Cover, MarketLabel, Price } from '../business-labels.tsx';
import { useTrash } from '#shared/records/page/use-trash.ts';
import summary from '#shared/records/page/record-header.module.css';
import styles from './business-header.module.css';
import { useQuery } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { businessLegalHoldQuery } from '../businesses.queries.ts';

const BusinessLegalHold = lazy(() => import('./business-legal-hold.tsx'));
const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const EditBusiness = lazyRecordForm(async () => (await import('../businesses.form.tsx')).businessForm);

const legalHoldText = 'Legal hold';
const noLegalHold = { legalHold: null, canPlaceLegalHold: false };

/** Stage, key facts and actions of a business; the name is the page's heading. */
export function BusinessHeader({ business }: { business: BusinessDetail }): ReactElement {
  const hasDraft = useHasDraft(`business:${business.id}`);
  const [dialog, setDialog] = useState<'edit' | 'move' | 'hold' | null>(hasDraft ? 'edit' : null);
  const { abilities, id } = business;
  const params = { id };
  const trash = useTrash(
    { noun: 'business', customerId: null },
    {
      label: business.name,
      remove: () => send(deleteBusiness, { params }),
      restore: () => send(restoreBusiness, { params }),
    },
  );
  const { data: { legalHold, canPlaceLegalHold } = noLegalHold } = useQuery(businessLegalHoldQuery(id));
  const isTrashed = business.deletedAt !== null;
  const close = (): void => setDialog(null);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Cover name={business.name} color={business.coverColor} size={56} />
      <KeyFacts business={business} isOnLegalHold={legalHold !== null} />
      <RecordActions
        onEdit={abilities.canUpdate ? () => setDialog('edit') : null}
        canDelete={abilities.canDelete}
        isTrashed={isTrashed}
        trash={trash}
        actions={
          canPlaceLegalHold
            ? [{ label: 'Legal hold…', icon: 'solar:lock-keyhole-linear', onSelect: () => setDialog('hold') }]
            : []
        }
      >
        {abilities.canMove && <Button onClick={() => setDialog('move')}>Move stage</Button>}
      </RecordActions>
      {isTrashed && <TrashNotice noun="business" />}
      <Suspense>
        {dialog === 'hold' && <BusinessLegalHold businessId={id} legalHold={legalHold} onClose={close} />}
        {dialog === 'move' && <MoveDialog business={business} onClose={close} />}
        {dialog === 'edit' && <EditBusiness record={business} onClose={close} />}
      </Suspense>
    </section>
  );
}

function KeyFacts({
  business,
  isOnLegalHold,
}: {
  business: BusinessDetail;
  isOnLegalHold: boolean;
}): ReactElement {
  const { owner, askingPriceCents } = business;
  const place = [business.city, business.region].filter(Boolean).join(', ');
  return (
    <div className={summary['facts']}>
      <p className={summary['line']}>
        <StageLabel business={business} />
        {isOnLegalHold && <StatusLabel tone="warning">{legalHoldText}</StatusLabel>}
        {business.stage !== 'under_offer' && <MarketLabel business={business} />}
        <strong className={styles['price']}>
          {askingPriceCents === null ? 'No asking price yet' : <Price business={business} />}
        </strong>
      </p>
      <p className={summary['second']}>
        <span>{businessTypeLabels[business.type]}</span>
        {place !== '' && <span>{place}</span>}
        {business.listingNumber !== null && <span>{business.listingNumber}</span>}
        {owner !== null && (
          <span>
            Owner{' '}
            <Link to={`/admin/users/view/${owner.id}`} className={styles['owner']}>
              {owner.name}
            </Link>
          </span>
        )}
        <span>{business.broker === null ? 'No broker yet' : `Broker ${business.broker.displayName}`}</span>
      </p>
    </div>
  );
}
