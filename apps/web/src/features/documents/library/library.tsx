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
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { followSession } from '#shared/api/follow-session.ts';
import { useUploads, type PlacedFile } from '../use-uploads.ts';
import { foldersQuery } from './folders.queries.ts';
import type { FoundFile } from './folder-upload.ts';
import { FolderTree } from './folder-tree.tsx';
import styles from './library.module.css';

const UploadRows = lazy(() => import('../upload-rows.tsx'));
const TextHits = lazy(() => import('./text-hits.tsx'));
const RoomLinks = lazy(() => import('./room-links.tsx'));

interface LibraryProps {
  /** The folder that is shown and that receives uploads; null for the whole library. */
  folderId: string | null;
  /** The file input, which a button of the page opens. */
  chooser: RefObject<HTMLInputElement | null>;
  /** The input that selects a folder with all its contents. */
  folderChooser: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** Folders next to the list of files, which accepts dropped files. */
export function Library({ folderId, chooser, folderChooser, children }: LibraryProps): ReactElement {
  const { uploads, add, addPlaced, retry, retryAll, pause, remove } = useUploads({
    of: null,
    folderId: findFolderId(folderId),
  });
  const addFolders = useFolderUpload(findFolderId(folderId), addPlaced);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    // Read synchronously, because the browser clears the items when this function returns.
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (entries.some(({ isDirectory }) => isDirectory))
      void addFolders(async () => (await loadFolders()).listDroppedFiles(entries));
    else add([...event.dataTransfer.files]);
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
            // Allows the same file to be selected again.
            event.target.value = '';
          }}
        />
        <input
          ref={folderChooser}
          type="file"
          hidden
          multiple
          {...{ webkitdirectory: '' }}
          aria-label="Folder to upload"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            void addFolders(async () => (await loadFolders()).listChosenFiles(files));
          }}
        />
        {uploads.length > 0 && (
          <div className={styles['uploads']}>
            <Suspense>
              <UploadRows
                uploads={uploads}
                onRetry={retry}
                onRetryAll={retryAll}
                onPause={pause}
                onRemove={remove}
              />
            </Suspense>
          </div>
        )}
        {children}
        <Suspense>
          <TextHits />
        </Suspense>
      </div>
    </div>
  );
}

const loadFolders = () => import('./folder-upload.ts');

/** Uploads folders with all their contents, and recreates them below `parentId`. */
function useFolderUpload(
  parentId: string | null,
  addPlaced: (files: readonly PlacedFile[]) => void,
): (find: () => Promise<readonly FoundFile[]>) => Promise<void> {
  const client = useQueryClient();
  const toasts = useToasts();
  return async (find) => {
    const session = followSession();
    const { signal } = session;
    try {
      const { placeFiles } = await loadFolders();
      const [found, existing] = await Promise.all([find(), client.ensureQueryData(foldersQuery())]);
      signal.throwIfAborted();
      const placed = await placeFiles(found, { parentId, existing, signal });
      signal.throwIfAborted();
      addPlaced(placed);
    } catch (error) {
      toasts.failed(getErrorMessage(error));
    } finally {
      session.end();
    }
  };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** The filter `none` selects files in no folder; it is not a folder itself. */
function findFolderId(folderId: string | null): string | null {
  return folderId === 'none' ? null : folderId;
}
