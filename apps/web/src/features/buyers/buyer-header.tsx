import { RecordActions, TrashNotice } from '#shared/records/page/record-page.tsx';
import {
  blockBuyer,
  confirmBuyer,
  deleteBuyer,
  restoreBuyer,
  type Buyer,
} from '@handover/contract/buyers/buyers.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import type { MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { send } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useTrash } from '#shared/records/page/use-trash.ts';
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
  const params = { id };
  const trash = useTrash(
    { noun: 'buyer', customerId: null },
    {
      label: `Buyer profile for ${customer.name}`,
      remove: () => send(deleteBuyer, { params }),
      restore: () => send(restoreBuyer, { params }),
    },
  );
  const { confirm, unblock } = useActions(buyer);
  const actions: MenuAction[] = [
    { label: 'Confirm profile', icon: 'solar:check-circle-linear', onSelect: confirm },
    { label: 'Proof of funds', icon: 'solar:wallet-money-linear', onSelect: () => setDialog('proof') },
    blockedReason === null
      ? { label: 'Block', icon: 'solar:forbidden-circle-linear', onSelect: () => setDialog('block') }
      : { label: 'Unblock', icon: 'solar:forbidden-circle-linear', onSelect: unblock },
  ];
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
      <RecordActions
        onEdit={abilities.canManage ? () => setDialog('edit') : null}
        canDelete={abilities.canDelete}
        isTrashed={deletedAt !== null}
        trash={trash}
        actions={abilities.canManage ? actions : []}
      />
      {deletedAt !== null && <TrashNotice noun="buyer profile" />}
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

/** Confirms the profile of a buyer, and lifts a block. */
function useActions({ id, version, customer: { name } }: Buyer): Record<'confirm' | 'unblock', () => void> {
  const params = { id };
  const confirm = useChange(['buyer'], {
    act: () => send(confirmBuyer, { params }),
    done: 'Profile confirmed for 6 months',
  });
  const unblock = useChange(['buyer'], {
    act: () => send(blockBuyer, { params, body: { version, reason: null } }),
    done: `${name} was unblocked`,
  });
  return { confirm: () => confirm.run(undefined), unblock: () => unblock.run(undefined) };
}
