import { documentLevelNames } from '@handover/contract/deals/deal-stages.ts';
import type { DataRoomDetail, RoomFolder } from '@handover/contract/documents/data-rooms.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { LoadMore } from '#shared/lists/paged-panel.tsx';
import DocumentRows from '../document-rows.tsx';
import UploadRows from '../upload-rows.tsx';
import { useUploads } from '../use-uploads.ts';
import { folderQuery } from './rooms.queries.ts';
import styles from './rooms.module.css';

const AttestDialog = lazy(() => import('./attest-dialog.tsx'));
const FolderLevelDialog = lazy(() => import('./folder-level-dialog.tsx'));

/** The names of the levels that open a folder. */
export const folderLevelNames = { ...documentLevelNames, 0: 'Staff only' } as const;

interface RoomFoldersProps {
  room: DataRoomDetail;
  canChange: boolean;
}

/** The folders of a data room with the level that opens each, and their files. */
export function RoomFolders({ room, canChange }: RoomFoldersProps): ReactElement {
  return (
    <>
      <p className={styles['note']}>
        The level of a folder is the document access that a buyer needs to read it.
      </p>
      <ul className={styles['list']} aria-label="Folders">
        {room.folders.map((folder) => (
          <Folder key={folder.id} folder={folder} businessId={room.business.id} canChange={canChange} />
        ))}
      </ul>
    </>
  );
}

interface FolderProps {
  folder: RoomFolder;
  businessId: string;
  canChange: boolean;
}

function Folder({ folder, businessId, canChange }: FolderProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const { number, name, level, documentCount } = folder;
  return (
    <li className={styles['item']}>
      <div className={styles['line']}>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-right-linear'} size={16} />
          <span className={number?.includes('.') === true ? styles['inner'] : undefined}>
            {number} {name}
          </span>
          <span className={styles['count']}>{documentCount === 0 ? '' : documentCount}</span>
        </button>
        {canChange ? (
          <Button
            variant="outlined"
            color="inherit"
            aria-label={`Level for ${name}: ${folderLevelNames[level]}`}
            onClick={() => setChoosing(true)}
            sx={{ minWidth: 'min(192px, 40vw)' }}
          >
            {folderLevelNames[level]}
          </Button>
        ) : (
          <span className={styles['note']}>{folderLevelNames[level]}</span>
        )}
      </div>
      {isOpen && <FolderFiles folder={folder} businessId={businessId} canChange={canChange} />}
      <Suspense>
        {isChoosing && <FolderLevelDialog folder={folder} onClose={() => setChoosing(false)} />}
      </Suspense>
    </li>
  );
}

function FolderFiles({ folder, businessId, canChange }: FolderProps): ReactElement {
  const query = useInfiniteQuery(folderQuery(folder.id));
  const documents = query.data?.pages.flatMap((page) => page.documents);
  const { uploads, add, retry, retryAll, pause, remove } = useUploads({
    of: null,
    folderId: folder.id,
    attestation: currentAttestation,
  });
  const [chosen, setChosen] = useState<readonly File[]>([]);
  if (documents === undefined) return <Spinner />;
  return (
    <div className={styles['files']}>
      {documents.length === 0 && uploads.length === 0 && <p className={styles['note']}>No files yet.</p>}
      <DocumentRows documents={documents} of={{ type: 'business', id: businessId }} />
      <LoadMore query={query} shown={documents.length} total={folder.documentCount} />
      <UploadRows uploads={uploads} onRetry={retry} onRetryAll={retryAll} onPause={pause} onRemove={remove} />
      {canChange && (
        <div>
          <FileButton
            isMultiple
            variant="outlined"
            color="inherit"
            aria-label={`Add files to ${folder.name}`}
            onFiles={setChosen}
          >
            Add files
          </FileButton>
        </div>
      )}
      <Suspense>
        {chosen.length > 0 && (
          <AttestDialog files={chosen} onConfirm={() => add(chosen)} onClose={() => setChosen([])} />
        )}
      </Suspense>
    </div>
  );
}
