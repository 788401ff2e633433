import { visitRoom, type OwnRoom } from '@handover/contract/data-rooms.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import { useEffect, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { fold } from '#shared/records/list/highlight.ts';
import DocumentRows from '../document-rows.tsx';
import { BuyerQuestions } from '../questions/own-questions.tsx';
import styles from './rooms.module.css';

type Folder = OwnRoom['folders'][number];

/** Up to so many files, all of them are shown at once. */
const fewFiles = 12;
/** Rows that are drawn before somebody asks for the rest. */
const firstRows = 50;

/** A data room that is open to the client as a buyer or as a buyer's adviser. */
export function OpenRoom({ room: { roomId, name, canAsk, folders } }: { room: OwnRoom }): ReactElement {
  const [sought, setSought] = useState('');
  useEffect(() => {
    // What is new is found without it, so a failure changes nothing that the client sees.
    send(visitRoom, { params: { id: roomId } }).catch(() => undefined);
  }, [roomId]);
  const files = folders.flatMap(({ documents }) => documents);
  const hasFew = files.length <= fewFiles;
  const words = fold(sought).split(/\s+/).filter(Boolean);
  const found = files.filter((file) => words.every((word) => fold(file.name).includes(word)));
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
        <LabeledInput
          label="Find a file"
          type="search"
          size="small"
          autoComplete="off"
          value={sought}
          sx={{ maxWidth: 360 }}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      {words.length === 0 ? (
        folders.map((folder) => <RoomFolder key={folder.id} folder={folder} isOpenFirst={hasFew} />)
      ) : (
        <>
          <p className={styles['note']} role="status">
            {found.length === 0 ? 'No files match.' : `${filesText(found.length)} found`}
          </p>
          <SomeRows key={words.join(' ')} documents={found} />
        </>
      )}
      <BuyerQuestions roomId={roomId} canAsk={canAsk} />
    </section>
  );
}

function RoomFolder({
  folder: { number, name, documents },
  isOpenFirst,
}: {
  folder: Folder;
  isOpenFirst: boolean;
}): ReactElement {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const fresh = documents.filter(({ isNew }) => isNew).length;
  return (
    <div>
      <h3 className={styles['folder']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-right-linear'} size={16} />
          {number} {name} <span className={styles['count']}>{filesText(documents.length)}</span>{' '}
          {fresh > 0 && <StatusLabel tone="success">{`${String(fresh)} new`}</StatusLabel>}
        </button>
      </h3>
      {isOpen && <SomeRows documents={documents} />}
    </div>
  );
}

/** The first files, and the rest when asked for. */
function SomeRows({ documents }: { documents: Folder['documents'] }): ReactElement {
  const [hasAll, setAll] = useState(false);
  const shown = hasAll ? documents : documents.slice(0, firstRows);
  return (
    <>
      <DocumentRows documents={shown} />
      {shown.length < documents.length && (
        <Button variant="outlined" color="inherit" onClick={() => setAll(true)}>
          Show all {documents.length.toLocaleString('en-US')} files
        </Button>
      )}
    </>
  );
}

function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`;
}
