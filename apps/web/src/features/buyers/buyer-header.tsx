import Button from '@mui/material/Button';
import {
  blockBuyer,
  confirmBuyer,
  deleteBuyer,
  restoreBuyer,
  type Buyer,
} from '@handover/contract/buyers/buyers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import summary from '#shared/records/page/record-header.module.css';
import { BuyerStatus } from './buyer-facts.tsx';

const BuyerDialog = lazyRecordForm(async () => (await import('./buyers.form.tsx')).buyerForm);
const ProofDialog = lazy(() => import('./proof-dialog.tsx'));
const BlockDialog = lazy(() => import('./block-dialog.tsx'));

/** Name, status, and actions of a buyer. */
export function BuyerHeader({ buyer }: { buyer: Buyer }): ReactElement {
  const { id, customer, broker, blockedReason, abilities, deletedAt } = buyer;
  const hasDraft = useHasDraft(`buyer:${id}`);
  const [dialog, setDialog] = useState<'edit' | 'proof' | 'block' | null>(hasDraft ? 'edit' : null);
  const { act, isPending } = useActions(buyer);
  const close = (): void => setDialog(null);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={customer.name} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          <strong>
            <Link to={`/admin/users/view/${customer.id}`}>{customer.name}</Link>
          </strong>
          <BuyerStatus buyer={buyer} />
        </p>
        <p className={summary['second']}>
          <span>{[customer.email, customer.phone, broker?.displayName].filter(Boolean).join(' · ')}</span>
        </p>
      </div>
      <div className={summary['actions']}>
        {abilities.canManage && (
          <>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="solar:pen-linear" size={18} />}
              onClick={() => setDialog('edit')}
            >
              Edit
            </Button>
            <MenuButton
              isIconOnly
              label="More actions"
              actions={[
                { label: 'Confirm profile', icon: 'solar:check-circle-linear', onSelect: act.confirm },
                {
                  label: 'Proof of funds',
                  icon: 'solar:wallet-money-linear',
                  onSelect: () => setDialog('proof'),
                },
                blockedReason === null
                  ? {
                      label: 'Block',
                      icon: 'solar:forbidden-circle-linear',
                      onSelect: () => setDialog('block'),
                    }
                  : { label: 'Unblock', icon: 'solar:forbidden-circle-linear', onSelect: act.unblock },
                {
                  label: 'Move to trash',
                  icon: 'solar:trash-bin-trash-linear',
                  isDangerous: true,
                  onSelect: act.remove,
                },
              ]}
            />
          </>
        )}
        {abilities.canDelete && deletedAt !== null && (
          <Button loading={isPending} onClick={act.restore}>
            Restore
          </Button>
        )}
      </div>
      {deletedAt !== null && (
        <div className={summary['banner']}>
          <Alert tone="warning">This buyer profile is in the trash. Restore it to make changes.</Alert>
        </div>
      )}
      {blockedReason !== null && (
        <div className={summary['banner']}>
          <Alert tone="error">Blocked: {blockedReason}</Alert>
        </div>
      )}
      <Suspense>
        {dialog === 'edit' && <BuyerDialog record={buyer} onClose={close} />}
        {dialog === 'proof' && <ProofDialog buyer={buyer} onClose={close} />}
        {dialog === 'block' && <BlockDialog buyer={buyer} onClose={close} />}
      </Suspense>
    </section>
  );
}

type Actions = Record<'confirm' | 'unblock' | 'remove' | 'restore', () => void>;

function useActions({ id, version, customer: { name } }: Buyer): { act: Actions; isPending: boolean } {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh(client, { noun: 'buyer', customerId: null }),
  });
  const params = { id };
  const restore = (): void =>
    mutate(() => send(restoreBuyer, { params }), {
      onSuccess: () => toasts.done(`Buyer profile for ${name} restored`),
    });
  const act = {
    confirm: () =>
      mutate(() => send(confirmBuyer, { params }), {
        onSuccess: () => toasts.done('Profile confirmed for 6 months'),
      }),
    unblock: () =>
      mutate(() => send(blockBuyer, { params, body: { version, reason: null } }), {
        onSuccess: () => toasts.done(`${name} was unblocked`),
      }),
    remove: () =>
      mutate(() => send(deleteBuyer, { params }), {
        onSuccess: () => toasts.undoable(`Buyer profile for ${name} moved to the trash`, restore),
      }),
    restore,
  };
  return { act, isPending };
}
