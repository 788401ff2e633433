import { deleteLicense, licenseReminderDays, type License } from '@handover/contract/settings/licenses.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { licensesQuery } from './licenses.queries.ts';
import styles from './licenses.module.css';

const LicenseDialog = lazy(() => import('./license-dialog.tsx'));

interface LicenseListProps {
  /** Null for the brokerage. */
  businessId: string | null;
  canUpdate: boolean;
  /** Whether the dialog for a new license is open. */
  isAdding: boolean;
  onAdded: () => void;
  /** Shown if there are no licenses. */
  nothing: string;
}

/** The licenses of a business or of the brokerage, with their dialogs. */
export function LicenseList({
  businessId,
  canUpdate,
  isAdding,
  onAdded,
  nothing,
}: LicenseListProps): ReactElement {
  const { data: licenses, error, refetch } = useQuery(licensesQuery(businessId));
  const [edited, setEdited] = useState<License | null>(null);
  const [deleted, setDeleted] = useState<License | null>(null);
  return (
    <>
      {licenses === undefined && error !== null && (
        <p role="alert" className={styles['note']}>
          {getErrorMessage(error)}{' '}
          <button type="button" className={styles['link']} onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      )}
      {licenses?.length === 0 && <p className={styles['note']}>{nothing}</p>}
      {licenses !== undefined && licenses.length > 0 && (
        <ul className={styles['list']} aria-label="Licenses">
          {licenses.map((license) => (
            <li key={license.id} className={styles['row']}>
              <div className={styles['main']}>
                <p dir="auto" className={styles['name']}>
                  {license.state} · {license.board}
                </p>
                <p className={styles['note']}>
                  <span>No. {license.number}</span>
                  <Expiry date={license.expiresOn} />
                </p>
              </div>
              {canUpdate && (
                <MenuButton
                  isIconOnly
                  label={`Actions for ${license.state} ${license.board}`}
                  actions={[
                    { label: 'Edit', icon: 'solar:pen-linear', onSelect: () => setEdited(license) },
                    {
                      label: 'Delete',
                      icon: 'solar:trash-bin-trash-linear',
                      isDangerous: true,
                      onSelect: () => setDeleted(license),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {(isAdding || edited !== null) && (
        <Suspense>
          <LicenseDialog
            businessId={businessId}
            license={edited}
            onClose={() => (edited === null ? onAdded() : setEdited(null))}
          />
        </Suspense>
      )}
      {deleted !== null && <DeleteDialog license={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function Expiry({ date }: { date: string | null }): ReactElement {
  const { today } = useUser();
  if (date === null) return <span>Does not expire</span>;
  if (date < today) return <StatusLabel tone="error">Expired {formatDate(date)}</StatusLabel>;
  if (date <= addDays(today, licenseReminderDays[0]))
    return <StatusLabel tone="warning">Expires {formatDate(date)}</StatusLabel>;
  return <span>Expires {formatDate(date)}</span>;
}

function DeleteDialog({ license, onClose }: { license: License; onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(deleteLicense, { params: { id: license.id } }),
    onSuccess: () => {
      toasts.done('License deleted');
      onClose();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () =>
      client.invalidateQueries({ queryKey: licensesQuery(license.business?.id ?? null).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Delete this license?"
      confirmLabel="Delete"
      isDangerous
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {license.state} · {license.board} · No. {license.number}
    </ConfirmDialog>
  );
}
