import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  type BusinessDetail,
  deleteBusiness,
  restoreBusiness,
} from '@handover/contract/businesses/businesses.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { StageLabel, Cover, MarketLabel, Price } from '../business-labels.tsx';
import summary from '#shared/records/page/record-header.module.css';
import styles from './business-header.module.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { businessLegalHoldQuery, businessQuery } from '../businesses.queries.ts';

const BusinessLegalHold = lazy(() => import('./business-legal-hold.tsx'));
const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const EditBusiness = lazyRecordForm(async () => (await import('../businesses.form.tsx')).businessForm);

const legalHoldText = 'Legal hold';
const noLegalHold = { legalHold: null, canPlaceLegalHold: false };

/** Stage, key facts and actions of a business; the name is the page's heading. */
export function BusinessHeader({ business }: { business: BusinessDetail }): ReactElement {
  const hasDraft = useHasDraft(`business:${business.id}`);
  const [dialog, setDialog] = useState<'edit' | 'move' | 'hold' | null>(hasDraft ? 'edit' : null);
  const mutations = useBusinessMutations(business);
  const { abilities, id } = business;
  const { data: { legalHold, canPlaceLegalHold } = noLegalHold } = useQuery(businessLegalHoldQuery(id));
  const isTrashed = business.deletedAt !== null;
  const close = (): void => setDialog(null);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Cover name={business.name} color={business.coverColor} size={56} />
      <KeyFacts business={business} isOnLegalHold={legalHold !== null} />
      <div className={summary['actions']}>
        {abilities.canUpdate && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="solar:pen-linear" size={18} />}
            onClick={() => setDialog('edit')}
          >
            Edit
          </Button>
        )}
        {abilities.canMove && <Button onClick={() => setDialog('move')}>Move stage</Button>}
        {isTrashed && abilities.canDelete && (
          <Button loading={mutations.isPending} onClick={mutations.restore}>
            Restore
          </Button>
        )}
        {(canPlaceLegalHold || (!isTrashed && abilities.canDelete)) && (
          <MenuButton
            isIconOnly
            label="More actions"
            actions={[
              ...(canPlaceLegalHold
                ? [
                    {
                      label: 'Legal hold…',
                      icon: 'solar:lock-keyhole-linear',
                      onSelect: () => setDialog('hold'),
                    },
                  ]
                : []),
              ...(!isTrashed && abilities.canDelete
                ? [
                    {
                      label: 'Move to trash',
                      icon: 'solar:trash-bin-trash-linear',
                      isDangerous: true,
                      onSelect: mutations.remove,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      {isTrashed && (
        <Alert severity="warning" className={summary['banner'] ?? ''}>
          This business is in the trash. Restore it to make changes.
        </Alert>
      )}
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

interface BusinessMutations {
  /** Moves the business to the trash, with an undo. */
  remove: () => void;
  restore: () => void;
  isPending: boolean;
}

/** Actions of a business page. Errors are shown, and the record is refetched. */
function useBusinessMutations({ id, name }: BusinessDetail): BusinessMutations {
  const toasts = useToasts();
  const client = useQueryClient();
  const params = { id };
  const show = (business: BusinessDetail): void =>
    void client.setQueryData(businessQuery(id).queryKey, business);

  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh(client, { noun: 'business', customerId: null }),
  });
  const run = (act: () => Promise<unknown>, onDone: () => void): void => {
    if (!isPending) mutate(act, { onSuccess: onDone });
  };
  const restore = (): void =>
    run(
      async () => show((await send(restoreBusiness, { params })).business),
      () => toasts.done(`${name} was restored`),
    );

  return {
    remove: () =>
      run(
        () => send(deleteBusiness, { params }),
        () => toasts.undoable(`${name} was moved to the trash`, restore),
      ),
    restore,
    isPending,
  };
}
