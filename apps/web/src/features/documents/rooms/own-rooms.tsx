import type { OwnRoom, RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactElement } from 'react';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import { OwnerQuestions } from '../questions/own-questions.tsx';
import DocumentRows from '../document-rows.tsx';
import { OpenRoom } from './open-room.tsx';
import { RequestStateLabel } from './request-parts.tsx';
import { RequestUpload } from './request-upload.tsx';
import { isToSend, ownRoomsQuery } from './own-rooms.queries.ts';
import styles from './rooms.module.css';

interface OwnRoomsProps {
  /** Limits the list to requests for the client as an owner, or to rooms open to them as a buyer. */
  side?: OwnRoom['side'];
}

/** Data rooms of a client: documents to send as an owner, and documents to read as a buyer. */
export default function OwnRooms({ side }: OwnRoomsProps): ReactElement | null {
  const { data: rooms = [] } = useQuery(ownRoomsQuery());
  const shown = rooms.filter(
    (room) =>
      (side === undefined || room.side === side) && (room.side === 'seller' || room.folders.length > 0),
  );
  return (
    <>
      {shown.map((room) =>
        room.side === 'seller' ? (
          <Fragment key={room.roomId}>
            <OwnerQuestions roomId={room.roomId} name={room.name} />
            {room.requests.length > 0 && <RequestedDocuments room={room} />}
          </Fragment>
        ) : (
          <OpenRoom key={room.roomId} room={room} />
        ),
      )}
    </>
  );
}

function RequestedDocuments({ room: { roomId, name, requests } }: { room: OwnRoom }): ReactElement {
  const open = requests.filter(isToSend).length;
  return (
    <section className={styles['card']} aria-labelledby={`asked-${roomId}`}>
      <h2 id={`asked-${roomId}`} className={styles['title']}>
        Documents for {name}
      </h2>
      <p className={styles['note']}>
        {open === 0
          ? 'No documents to send right now.'
          : `${open === 1 ? '1 document' : `${String(open)} documents`} to send. Only your broker sees them until they are accepted.`}
      </p>
      <ul className={styles['list']}>
        {requests.map((request) => (
          <RequestedDocument key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestedDocument({ request }: { request: RoomRequest }): ReactElement {
  const { id, title, state, dueOn, refusal, documents } = request;
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`request-${id}`);
  const isDone = state === 'verified';
  return (
    <li ref={ref} className={styles['item']} data-target={isTarget || undefined} aria-label={title}>
      <div className={styles['line']}>
        <div className={styles['text']}>
          <p className={styles['name']}>{title}</p>
          {dueOn !== null && !isDone && state !== 'expired' && (
            <p className={styles['note']}>Due {formatDate(dueOn)}</p>
          )}
          {refusal !== null && <p className={styles['refusal']}>{refusal}</p>}
        </div>
        <RequestStateLabel state={state} isClient />
        {!isDone && <RequestUpload request={request} />}
      </div>
      {documents.length > 0 && <DocumentRows documents={documents} />}
    </li>
  );
}
