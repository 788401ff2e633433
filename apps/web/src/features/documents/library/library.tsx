import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import {
  lazy,
  Suspense,
  useState,
  type DragEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { useUploads } from '../use-uploads.ts';
import { FolderTree } from './folder-tree.tsx';
import styles from './library.module.css';

const UploadRows = lazy(() => import('../upload-rows.tsx'));
const RoomLinks = lazy(() => import('./room-links.tsx'));

interface LibraryProps {
  /** The folder that is shown, and where uploads go; null for the library. */
  folderId: string | null;
  /** The file chooser, which a button of the page opens. */
  chooser: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** Folders beside the list of files, which takes files that are dropped on it. */
export function Library({ folderId, chooser, children }: LibraryProps): ReactElement {
  const { uploads, add, retry, pause, remove } = useUploads({ of: null, folderId: placeOf(folderId) });
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    <div className={styles['library']}>
      <div className={styles['side']}>
        <FolderTree folderId={folderId} />
        <Suspense>
          <RoomLinks />
        </Suspense>
      </div>
      <div
        className={classNames(styles['files'], isOver && styles['over'])}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="Files to upload"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        {uploads.length > 0 && (
          <div className={styles['uploads']}>
            <Suspense>
              <UploadRows uploads={uploads} onRetry={retry} onPause={pause} onRemove={remove} />
            </Suspense>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** The filter for files in no folder is no place of its own. */
function placeOf(folderId: string | null): string | null {
  return folderId === 'none' ? null : folderId;
}
