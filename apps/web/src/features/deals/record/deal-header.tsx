import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { deleteDeal, restoreDeal, type DealDetail } from '@handover/contract/deals/deals.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import summary from '#shared/records/page/record-header.module.css';
import { DealStageLabel, DealValue } from '../deal-labels.tsx';

const EditDeal = lazyRecordForm(async () => (await import('../deals.form.tsx')).dealForm);

/** Stage, parties, and actions of a deal; the page's heading names it. */
export function DealHeader({ deal }: { deal: DealDetail }): ReactElement {
  const { id, abilities, buyer, business, broker, deletedAt } = deal;
  const hasDraft = useHasDraft(`deal:${id}`);
  const [isEditing, setEditing] = useState(hasDraft);
  const { remove, restore, isPending } = useDeletion(deal);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={buyer.name} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          <DealStageLabel deal={deal} />
          <strong>{deal.valueCents === null ? 'No price yet' : <DealValue deal={deal} />}</strong>
          {deal.valueCents !== null && <span>{deal.isAgreed ? 'agreed' : 'asking'}</span>}
        </p>
        <p className={summary['second']}>
          <Link to={`${recordInfo.customer.path}${buyer.id}`}>{buyer.name}</Link>
          <Link to={`${recordInfo.business.path}${business.id}`}>{business.name}</Link>
          <span>{businessTypeLabels[business.type]}</span>
          <span>{broker === null ? 'No broker yet' : `Broker ${broker.displayName}`}</span>
        </p>
      </div>
      <div className={summary['actions']}>
        {abilities.canUpdate && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="solar:pen-linear" size={18} />}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
        {abilities.canDelete && deletedAt !== null && (
          <Button loading={isPending} onClick={restore}>
            Restore
          </Button>
        )}
        {abilities.canDelete && deletedAt === null && (
          <MenuButton
            isIconOnly
            label="More actions"
            actions={[
              {
                label: 'Move to trash',
                icon: 'solar:trash-bin-trash-linear',
                isDangerous: true,
                onSelect: remove,
              },
            ]}
          />
        )}
      </div>
      {deletedAt !== null && (
        <Alert severity="warning" className={summary['banner'] ?? ''}>
          This deal is in the trash. Restore it to make changes.
        </Alert>
      )}
      {isEditing && (
        <Suspense>
          <EditDeal record={deal} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Moves a deal to the trash with Undo, and restores it. */
function useDeletion({ id, isAgreed, documentLevel }: DealDetail): {
  remove: () => void;
  restore: () => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (isDeleted: boolean) =>
      send<typeof deleteDeal | typeof restoreDeal>(isDeleted ? deleteDeal : restoreDeal, { params: { id } }),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'deal', customerId: null }),
  });
  const restore = (): void => mutate(false, { onSuccess: () => toasts.done('The deal was restored') });
  const moved =
    isAgreed || documentLevel > 0
      ? 'The deal was moved to the trash. Its offers were withdrawn and document access ended.'
      : 'The deal was moved to the trash';
  const remove = (): void => mutate(true, { onSuccess: () => toasts.undoable(moved, restore) });
  return { remove, restore, isPending };
}
