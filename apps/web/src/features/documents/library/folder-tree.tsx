import type { DocumentFolder } from '@handover/contract/documents/document-folders.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { foldersQuery, toTree, useFolderChange } from './folders.queries.ts';
import styles from './folder-tree.module.css';

// Lazy, because its select component is large.
const FolderChoice = lazy(() => import('./folder-choice.tsx'));
const FolderDialog = lazy(() => import('./folder-dialog.tsx'));

const listPath = '/admin/documents';
const getPath = (folderId: string | null): string =>
  folderId === null ? listPath : `${listPath}?folderId=${folderId}`;

type EditedFolder = { readonly folder: DocumentFolder | null } | null;

/** The folders of the library; the URL has the selected folder. */
export function FolderTree({ folderId }: { folderId: string | null }): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 1199.95px)', { noSsr: true });
  const navigate = useNavigate();
  const { data: folders = [] } = useQuery(foldersQuery());
  const [editing, setEditing] = useState<EditedFolder>(null);
  const [deleting, setDeleting] = useState<DocumentFolder | null>(null);
  const tree = toTree(folders);
  const current = folders.find(({ id }) => id === folderId) ?? null;
  const add = (
    <IconButton aria-label="New folder" title="New folder" onClick={() => setEditing({ folder: null })}>
      <Icon name="solar:add-circle-linear" size={20} />
    </IconButton>
  );
  const menu = current !== null && (
    <FolderMenu
      folder={current}
      onEdit={() => setEditing({ folder: current })}
      onDelete={() => setDeleting(current)}
    />
  );
  return (
    <nav aria-label="Folders" className={styles['folders']}>
      {isNarrow ? (
        <Suspense fallback={<div className={styles['awaited']} />}>
          <FolderChoice tree={tree} folderId={folderId} onChange={(id) => void navigate(getPath(id))}>
            {add}
            {menu}
          </FolderChoice>
        </Suspense>
      ) : (
        <>
          <div className={styles['head']}>
            <h2 className={styles['title']}>Folders</h2>
            {add}
          </div>
          <ul className={styles['tree']}>
            <FolderItem name="All files" depth={0} count={null} isCurrent={folderId === null} to={listPath} />
            {tree.map(({ folder, depth }) => (
              <FolderItem
                key={folder.id}
                name={folder.name}
                depth={depth}
                count={folder.documentCount}
                isCurrent={folder.id === folderId}
                to={getPath(folder.id)}
                menu={folder.id === folderId && menu}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {editing !== null && (
          <FolderDialog
            folder={editing.folder}
            parentId={folderId}
            onClose={() => setEditing(null)}
            onSaved={({ id }) => {
              setEditing(null);
              if (editing.folder === null) void navigate(getPath(id));
            }}
          />
        )}
      </Suspense>
      {deleting !== null && <DeleteFolder folder={deleting} onClose={() => setDeleting(null)} />}
    </nav>
  );
}

interface FolderItemProps {
  name: string;
  depth: number;
  count: number | null;
  isCurrent: boolean;
  to: string;
  menu?: ReactElement | false;
}

function FolderItem({ name, depth, count, isCurrent, to, menu }: FolderItemProps): ReactElement {
  return (
    <li className={classNames(styles['item'], isCurrent && styles['current'])}>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles['link']}
        style={{ paddingInlineStart: 12 + depth * 16 }}
        title={name}
      >
        <Icon name="solar:folder-2-bold-duotone" size={20} />
        <bdi className={styles['name']}>{name}</bdi>
        {count !== null && count > 0 && <span className={styles['count']}>{count}</span>}
      </Link>
      {menu}
    </li>
  );
}

interface FolderMenuProps {
  folder: DocumentFolder;
  onEdit: () => void;
  onDelete: () => void;
}

function FolderMenu({ folder, onEdit, onDelete }: FolderMenuProps): ReactElement {
  return (
    <MenuButton
      isIconOnly
      label={`Actions for ${folder.name}`}
      actions={[
        { label: 'Rename or move', icon: 'solar:pen-linear', onSelect: onEdit },
        {
          label: 'Delete folder',
          icon: 'solar:trash-bin-trash-linear',
          isDangerous: true,
          onSelect: onDelete,
        },
      ]}
    />
  );
}

function DeleteFolder({ folder, onClose }: { folder: DocumentFolder; onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const navigate = useNavigate();
  const { mutate, isPending } = useFolderChange(folder);
  const confirm = (): void =>
    mutate(
      { kind: 'delete', id: folder.id },
      {
        onSuccess: () => {
          toasts.done('Folder deleted');
          void navigate(getPath(folder.parentId));
        },
        onError: (error) => toasts.failed(getErrorMessage(error)),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={`Delete ${folder.name}?`}
      confirmLabel="Delete"
      isDangerous
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Only an empty folder can be deleted.
    </ConfirmDialog>
  );
}
