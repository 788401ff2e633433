import { visitRoom, type OwnRoom } from '@handover/contract/documents/data-rooms.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import type { Documents } from '#shared/files/documents.queries.ts';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { SearchBox } from '#shared/lists/search-box.tsx';
import DocumentRows from '../document-rows.tsx';
import { BuyerQuestions } from '../questions/own-questions.tsx';
import { foundInRoomQuery, openFolderQuery } from './rooms.queries.ts';
import styles from './rooms.module.css';

type Folder = OwnRoom['folders'][number];

/** With at most this many files, all folders are initially open. */
const fewFiles = 12;

/** A data room that is open to the client as a buyer or as a buyer's advisor. */
export function OpenRoom({ room }: { room: OwnRoom }): ReactElement {
  const { roomId, name, canAsk, lastVisitAt, folders } = room;
  const [sought, setSought] = useState('');
  useEffect(() => {
    // The visit is recorded for later: new files are determined without this call, so a failure changes nothing on
    // screen.
    send(visitRoom, { params: { id: roomId } }).catch(() => undefined);
  }, [roomId]);
  const hasFew = folders.reduce((sum, { documentCount }) => sum + documentCount, 0) <= fewFiles;
  return (
    <section className={styles['card']} aria-labelledby={`room-${roomId}`}>
      <h2 id={`room-${roomId}`} className={styles['title']}>
        Data room of {name}
      </h2>
      <p className={styles['note']}>
        Pages are watermarked with your name. The pages you view and your reading time are shown to your
        broker.
      </p>
      {!hasFew && (
        <SearchBox
          noun="the data room"
          fields="files in this data room"
          value={sought}
          onSearch={setSought}
        />
      )}
      {sought === '' ? (
        <ul className={styles['list']} aria-label="Folders">
          {folders.map((folder) => (
            <RoomFolder key={folder.id} folder={folder} isOpenFirst={hasFew} newSince={lastVisitAt} />
          ))}
        </ul>
      ) : (
        <Files query={foundInRoomQuery(roomId, sought)} empty="No files match" newSince={lastVisitAt} />
      )}
      <BuyerQuestions roomId={roomId} canAsk={canAsk} />
    </section>
  );
}

function RoomFolder({
  folder: { id, number, name, documentCount, newCount },
  isOpenFirst,
  newSince,
}: {
  folder: Folder;
  isOpenFirst: boolean;
  newSince: string | null;
}): ReactElement {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <li className={styles['folderItem']}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-right-linear'} size={16} />
        <span className={styles['text']}>
          {number} {name}{' '}
          <span className={styles['count']}>
            {documentCount === 1 ? '1 file' : `${documentCount.toLocaleString('en')} files`}
          </span>{' '}
          {newCount > 0 && <StatusLabel tone="success">{`${newCount.toLocaleString('en')} new`}</StatusLabel>}
        </span>
      </button>
      {isOpen && <Files query={openFolderQuery(id)} empty="No files" newSince={newSince} />}
    </li>
  );
}

interface FilesProps {
  query: Documents;
  empty: string;
  newSince: string | null;
}

function Files({ query: options, empty, newSince }: FilesProps): ReactElement {
  const query = useInfiniteQuery(options);
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  return (
    <PagedPanel
      query={query}
      count={documents.length}
      empty={{ icon: 'solar:document-text-bold-duotone', title: empty }}
      failed="The files could not be loaded"
    >
      <DocumentRows documents={documents} newSince={newSince} />
      <LoadMore
        query={query}
        shown={documents.length}
        total={query.data?.pages[0]?.total ?? documents.length}
      />
    </PagedPanel>
  );
}
