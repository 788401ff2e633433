import type { DocumentKind } from '@handover/contract/documents/document-list.ts';
import type { Document } from '@handover/contract/documents/documents.ts';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { FileNotice } from '#shared/files/file-notice.tsx';
import { isBeingChecked, formatSize } from '#shared/files/files.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './documents.module.css';
import { useDocumentMutations, type DocumentMutations } from './use-document-mutations.ts';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';

const ImageDialog = lazy(() => import('./image-dialog.tsx'));
const PreviewDialog = lazy(() => import('./preview/preview-dialog.tsx'));
const RenameDialog = lazy(() => import('./rename-dialog.tsx'));

interface DocumentRowsProps {
  documents: readonly Document[];
  /** The page's record. Without it, as for clients, files can only be downloaded. */
  of?: RecordRef;
  /** Called instead of downloading the file. */
  onOpen?: () => void;
  /** Files that became available after this time are marked as new. */
  newSince?: string | null;
}

/** Files by name. A click opens a preview if the page can show one, and downloads the file otherwise. */
export default function DocumentRows({
  documents,
  of,
  onOpen,
  newSince = null,
}: DocumentRowsProps): ReactElement {
  return (
    <ul className={styles['rows']} aria-label="Files">
      {documents.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          of={of ?? null}
          onOpen={onOpen}
          isNew={newSince !== null && document.availableAt > newSince}
        />
      ))}
    </ul>
  );
}

interface DocumentRowProps {
  document: Document;
  of: RecordRef | null;
  onOpen: (() => void) | undefined;
  isNew: boolean;
}

function DocumentRow({ document, of, onOpen, isNew }: DocumentRowProps): ReactElement {
  const [isRenaming, setRenaming] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [imageUrl, setImageUrl] = useState<string | null>(null);
  const mutations = useDocumentMutations(document, of);
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`document-${document.id}`);
  const { timeZone, role } = useUser();
  const { name, contentType, sizeBytes, createdBy, createdAt } = document;
  const open = (): void => {
    if (document.blocked !== undefined) mutations.download();
    else if (document.isMarked === true || hasPages(document.kind)) setPreviewed(true);
    else if (isImage(contentType)) mutations.open(({ url }) => setImageUrl(url));
    else mutations.download();
  };
  const actions = of === null ? [] : listActions(document, mutations, () => setRenaming(true));
  return (
    <li ref={ref} className={styles['row']} data-target={isTarget || undefined}>
      <Icon
        name={isImage(contentType) ? 'solar:camera-linear' : 'solar:document-text-bold-duotone'}
        size={28}
      />
      <div className={styles['text']}>
        <button
          type="button"
          className={styles['name']}
          disabled={isBeingChecked(document, role)}
          onClick={onOpen ?? open}
        >
          <bdi>{name}</bdi>
        </button>
        <p className={styles['facts']}>
          {formatSize(sizeBytes)} · {createdBy !== null && `${createdBy.displayName} · `}
          <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
        <FileNotice file={document} />
      </div>
      {document.isRejected === true && <StatusLabel tone="error">Rejected</StatusLabel>}
      {isNew && <StatusLabel tone="success">New</StatusLabel>}
      {of !== null && document.audience === 'client' && document.isRejected !== true && (
        <StatusLabel tone="info">Shared</StatusLabel>
      )}
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />}
      <Suspense>
        {imageUrl !== null && (
          <ImageDialog
            name={name}
            url={imageUrl}
            onDownload={mutations.download}
            onClose={() => setImageUrl(null)}
          />
        )}
        {isPreviewed && (
          <PreviewDialog
            document={document}
            onDownload={mutations.download}
            onClose={() => setPreviewed(false)}
          />
        )}
        {isRenaming && (
          <RenameDialog document={document} mutations={mutations} onClose={() => setRenaming(false)} />
        )}
      </Suspense>
    </li>
  );
}

function listActions(
  { audience, abilities }: Document,
  { download, update, remove }: DocumentMutations,
  rename: () => void,
): MenuAction[] {
  const isShared = audience === 'client';
  const share = {
    label: isShared ? 'Stop sharing' : 'Share with client',
    icon: isShared ? 'solar:forbidden-circle-linear' : 'solar:users-group-rounded-linear',
    onSelect: () => update({ audience: isShared ? 'staff' : 'client' }),
  };
  return [
    { label: 'Download', icon: 'solar:download-minimalistic-linear', onSelect: download },
    ...(abilities.canUpdate ? [{ label: 'Rename', icon: 'solar:pen-linear', onSelect: rename }, share] : []),
    ...(abilities.canDelete
      ? [
          {
            label: 'Move to trash',
            icon: 'solar:trash-bin-trash-linear',
            isDangerous: true,
            onSelect: remove,
          },
        ]
      : []),
  ];
}

/** Kinds that the browser cannot open by itself, but that the page can show. */
function hasPages(kind: DocumentKind): boolean {
  return kind !== 'image' && kind !== 'text' && kind !== 'other';
}

function isImage(contentType: string): boolean {
  return contentType.startsWith('image/');
}
