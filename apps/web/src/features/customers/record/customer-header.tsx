import { RecordActions, TrashNotice } from '#shared/records/page/record-page.tsx';
import Alert from '@mui/material/Alert';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { lazy, Suspense, useState, type ReactElement, useRef, type RefObject } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { PhotoInput, type Photo, usePhoto } from '#shared/photos/photo-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import summary from '#shared/records/page/record-header.module.css';
import styles from './customer-header.module.css';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { useCustomerMutations } from './use-customer-mutations.ts';
import { removeCustomerPhoto, setCustomerPhoto } from '@handover/contract/records/photos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { customerQuery } from '../customers.queries.ts';
import { useSubscription } from './use-subscription.ts';
import { CustomerStatus } from '../customer-labels.tsx';

const BanDialog = lazy(() => import('./ban-dialog.tsx'));
const InviteLinkDialog = lazy(() => import('#shared/access-grants/invite-link-dialog.tsx'));
const EditCustomer = lazyRecordForm(async () => (await import('../customers.form.tsx')).customerForm);
const ContactLinks = lazy(() => import('./contact-links.tsx'));
const UnsubscribedNote = lazy(() => import('./unsubscribed-note.tsx'));
const UndoMergeDialog = lazy(() => import('../merge/undo-merge-dialog.tsx'));
const MergeWithDialog = lazy(() => import('../merge/merge-with-dialog.tsx'));

/** Status, key facts and actions of a customer; the name is the page's heading. */
export function CustomerHeader({ customer }: { customer: CustomerDetail }): ReactElement {
  const hasDraft = useHasDraft(`customer:${customer.id}`);
  const [dialog, setDialog] = useState<'edit' | 'ban' | 'merge' | 'undo-merge' | null>(
    hasDraft ? 'edit' : null,
  );
  const [link, setLink] = useState<string | null>(null);
  const mutations = useCustomerMutations(customer);
  const { unsubscribe } = useSubscription(customer);
  const { abilities } = customer;
  const isTrashed = customer.deletedAt !== null;
  const isBanned = customer.status === 'banned';
  const { actions: photoActions, input: photoInput, choose } = useCustomerPhoto(customer);
  const actions = [
    ...photoActions,
    ...(abilities.canInvite
      ? [
          {
            label: customer.login === 'invited' ? 'Invite again' : 'Invite to sign in',
            icon: 'solar:key-linear',
            onSelect: () => mutations.invite(setLink),
          },
        ]
      : []),
    ...(abilities.canMerge
      ? [
          {
            label: 'Merge with…',
            icon: 'solar:users-group-rounded-linear',
            onSelect: () => setDialog('merge'),
          },
        ]
      : []),
    ...(customer.lastMergeId === null
      ? []
      : [
          {
            label: 'Undo merge',
            icon: 'solar:undo-left-linear',
            onSelect: () => setDialog('undo-merge'),
          },
        ]),
    ...(abilities.canUpdate && customer.unsubscribedAt === null
      ? [
          {
            label: 'Unsubscribe from bulk email',
            icon: 'solar:letter-opened-linear',
            onSelect: unsubscribe,
          },
        ]
      : []),
    ...(abilities.canBan && isBanned
      ? [{ label: 'Lift the ban', icon: 'solar:check-circle-linear', onSelect: mutations.unban }]
      : []),
    ...(abilities.canBan && !isBanned
      ? [{ label: 'Ban', icon: 'solar:forbidden-circle-linear', onSelect: () => setDialog('ban') }]
      : []),
  ];
  const close = (): void => setDialog(null);
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={customer.name} photoUrl={customer.avatarUrl} size={56} />
      <KeyFacts customer={customer} />
      <RecordActions
        onEdit={abilities.canUpdate ? () => setDialog('edit') : null}
        canDelete={abilities.canDelete}
        isTrashed={isTrashed}
        trash={mutations.trash}
        actions={actions}
      />
      <Suspense>
        <ContactLinks customer={customer} />
      </Suspense>
      <PhotoInput input={photoInput} onFiles={choose} />
      {customer.unsubscribedAt !== null && (
        <Suspense>
          <UnsubscribedNote customer={customer} unsubscribedAt={customer.unsubscribedAt} />
        </Suspense>
      )}
      {isBanned && (
        <Alert severity="error" className={summary['banner'] ?? ''}>
          Banned: this customer has no access to this workspace.
          {customer.bannedReason !== null && ` Reason: ${customer.bannedReason}`}
        </Alert>
      )}
      {isTrashed && <TrashNotice noun="customer" />}
      <Suspense>
        {link !== null && <InviteLinkDialog link={link} onClose={() => setLink(null)} />}
        {dialog === 'ban' && <BanDialog customer={customer} mutations={mutations} onClose={close} />}
        {dialog === 'merge' && <MergeWithDialog customer={customer} onClose={close} />}
        {dialog === 'undo-merge' && customer.lastMergeId !== null && (
          <UndoMergeDialog mergeId={customer.lastMergeId} onClose={close} />
        )}
        {dialog === 'edit' && <EditCustomer record={customer} onClose={close} />}
      </Suspense>
    </section>
  );
}

function KeyFacts({ customer }: { customer: CustomerDetail }): ReactElement {
  const { timeZone } = useUser();
  const work = [customer.title, customer.company].filter(Boolean).join(', ');
  const place = [customer.city, customer.region].filter(Boolean).join(', ');
  return (
    <div className={summary['facts']}>
      <p className={summary['line']}>
        <CustomerStatus customer={customer} />
        {customer.isVerified && (
          <span className={styles['verified']}>
            <Icon name="solar:verified-check-bold" size={18} />
            Verified
          </span>
        )}
        <span>
          {customer.totalMembers === undefined
            ? customer.accountType
            : `${customer.accountType}, ${customer.totalMembers === 1 ? '1 member' : `${String(customer.totalMembers)} members`}`}
        </span>
        {customer.planName !== null && <span>{customer.planName} plan</span>}
      </p>
      <p className={summary['second']}>
        {work !== '' && <span>{work}</span>}
        {place !== '' && <span>{place}</span>}
        {customer.joiningDate !== null && <span>Joined {formatDate(customer.joiningDate)}</span>}
        {customer.lastContactAt !== null && (
          <span>
            Last contact <RelativeTime time={customer.lastContactAt} timeZone={timeZone} />
          </span>
        )}
      </p>
    </div>
  );
}

interface PhotoAction {
  label: string;
  icon: string;
  onSelect: () => void;
}

interface CustomerPhoto extends Pick<Photo, 'choose'> {
  /** Menu entries; one of them clicks `input`, which opens the file chooser. */
  actions: PhotoAction[];
  input: RefObject<HTMLInputElement | null>;
}

/** Changes or removes the photo of a customer, if the user may edit the customer. */
export function useCustomerPhoto({ id, avatarUrl, abilities }: CustomerDetail): CustomerPhoto {
  const client = useQueryClient();
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const { choose, remove } = usePhoto<{ user: CustomerDetail }>({
    upload: (file) => uploadWithProgress(setCustomerPhoto, { params: { id }, file }),
    remove: () => send(removeCustomerPhoto, { params: { id } }),
    onChanged: ({ user }) => {
      client.setQueryData(customerQuery(id).queryKey, user);
      refresh({ noun: 'customer', customerId: id });
    },
  });
  const pick = { icon: 'solar:camera-linear', onSelect: (): void => input.current?.click() };
  const changes =
    avatarUrl === null
      ? [{ ...pick, label: 'Add a photo' }]
      : [
          { ...pick, label: 'Change photo' },
          { label: 'Remove photo', icon: 'solar:close-circle-linear', onSelect: remove },
        ];
  return { choose, input, actions: abilities.canUpdate ? changes : [] };
}
