import {
  updateRoomRequest,
  type DataRoomDetail,
  type RoomRequest,
} from '@handover/contract/documents/data-rooms.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import DocumentRows from '../document-rows.tsx';
import { RequestStateLabel } from './request-parts.tsx';
import { RequestUpload } from './request-upload.tsx';
import { useRoomChange } from './rooms.queries.ts';
import styles from './rooms.module.css';

const AskDialog = lazy(() => import('./ask-dialog.tsx'));
const RejectDialog = lazy(() => import('./reject-dialog.tsx'));
const VerifyDialog = lazy(() => import('./verify-dialog.tsx'));
const NewRequestDialog = lazy(() => import('./new-request-dialog.tsx'));

interface RoomChecklistProps {
  room: DataRoomDetail;
  canChange: boolean;
}

/** Document requests for the owner, by folder. */
export function RoomChecklist({ room, canChange }: RoomChecklistProps): ReactElement {
  const [dialog, setDialog] = useState<'ask' | 'new' | null>(null);
  const close = (): void => setDialog(null);
  const waiting = room.requests.filter(({ state }) => state === 'required');
  const folders = room.folders.filter(({ id }) => room.requests.some(({ folder }) => folder.id === id));
  return (
    <div className={styles['section']}>
      {canChange && (
        <div className={styles['tools']}>
          {waiting.length > 0 && <Button onClick={() => setDialog('ask')}>Request documents</Button>}
          <Button variant="outlined" color="inherit" onClick={() => setDialog('new')}>
            Add request
          </Button>
        </div>
      )}
      {folders.map(({ id, number, name }) => (
        <section key={id} aria-labelledby={`folder-${id}`}>
          <h3 id={`folder-${id}`} className={styles['folder']}>
            {number} {name}
          </h3>
          <ul className={styles['list']}>
            {room.requests
              .filter(({ folder }) => folder.id === id)
              .map((request) => (
                <RequestItem
                  key={request.id}
                  request={request}
                  canChange={canChange}
                  roomId={room.id}
                  businessId={room.business.id}
                />
              ))}
          </ul>
        </section>
      ))}
      <Suspense>
        {dialog === 'ask' && <AskDialog roomId={room.id} requests={waiting} onClose={close} />}
        {dialog === 'new' && <NewRequestDialog room={room} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface RequestItemProps {
  request: RoomRequest;
  canChange: boolean;
  roomId: string;
  businessId: string;
}

function RequestItem({ request, canChange, roomId, businessId }: RequestItemProps): ReactElement {
  const [dialog, setDialog] = useState<'ask' | 'verify' | 'refuse' | null>(null);
  const { run } = useRoomChange();
  const { id, title, state, dueOn, expiresOn, refusal, documents, verifiedBy, version } = request;
  const update = (body: Omit<BodyInput<typeof updateRoomRequest>, 'version'>, toast: string): void =>
    run(() => send(updateRoomRequest, { params: { id }, body: { ...body, version } }), { toast });
  const close = (): void => setDialog(null);
  const facts = [
    dueOn !== null && state !== 'verified' ? `Due ${formatDate(dueOn)}` : null,
    verifiedBy === null ? null : `Verified by ${verifiedBy.displayName}`,
    expiresOn === null ? null : `Valid through ${formatDate(expiresOn)}`,
  ].filter((fact) => fact !== null);
  const isJudged = state === 'uploaded' || state === 'expired';
  // Still true after the first upload, so that an upload of several files can continue.
  const takesFiles = state !== 'not_applicable' && state !== 'verified';
  // Verifying a rejected request takes the rejection back.
  const canVerify =
    state === 'refused'
      ? documents.length > 0
      : state !== 'verified' && documents.some(({ isRejected = false }) => !isRejected);
  const actions: MenuAction[] = [
    ...(canVerify
      ? [{ label: 'Verify', icon: 'solar:check-circle-linear', onSelect: () => setDialog('verify') }]
      : []),
    ...(documents.length > 0
      ? [{ label: 'Reject', icon: 'solar:close-circle-linear', onSelect: () => setDialog('refuse') }]
      : []),
    ...(state === 'required' || state === 'expired'
      ? [
          {
            label: 'Request from owner',
            icon: 'solar:plain-linear',
            onSelect: () => setDialog('ask'),
          },
        ]
      : []),
    state === 'not_applicable'
      ? {
          label: 'Mark as required',
          icon: 'solar:restart-linear',
          onSelect: () => update({ state: 'required' }, 'Request reopened'),
        }
      : {
          label: 'Mark as not applicable',
          icon: 'solar:forbidden-circle-linear',
          onSelect: () => update({ state: 'not_applicable' }, 'Marked as not applicable'),
        },
  ];
  return (
    <li className={styles['item']} aria-label={title}>
      <div className={styles['line']}>
        <div className={styles['text']}>
          <p className={styles['name']}>{title}</p>
          {facts.length > 0 && <p className={styles['note']}>{facts.join(' · ')}</p>}
          {refusal !== null && <p className={styles['refusal']}>Rejected: {refusal}</p>}
        </div>
        <RequestStateLabel state={state} />
        {canChange && isJudged && (
          <Button variant="outlined" color="inherit" onClick={() => setDialog('verify')}>
            Verify
          </Button>
        )}
        {canChange && takesFiles && <RequestUpload request={request} />}
        {canChange && <MenuButton isIconOnly label={`Actions for ${title}`} actions={actions} />}
      </div>
      {documents.length > 0 && (
        <DocumentRows documents={documents} of={{ type: 'business', id: businessId }} />
      )}
      <Suspense>
        {dialog === 'ask' && <AskDialog roomId={roomId} requests={[request]} onClose={close} />}
        {dialog === 'verify' && <VerifyDialog request={request} onClose={close} />}
        {dialog === 'refuse' && <RejectDialog request={request} onClose={close} />}
      </Suspense>
    </li>
  );
}
