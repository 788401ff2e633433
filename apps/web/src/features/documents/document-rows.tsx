import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { updateDocument, type Document } from '@handover/contract/documents.ts';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { downloadTicket, sizeText } from '#shared/files/files.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';
import type { RecordRef } from '#shared/records/page/record-ref.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './documents.module.css';
import { useDocumentMutations, type DocumentMutations } from './use-document-mutations.ts';

interface DocumentRowsProps {
  documents: readonly Document[];
  /** The record whose page shows them; without it, as for clients, they can be downloaded only. */
  of?: RecordRef;
  /** In place of the download. */
  onOpen?: () => void;
}

/** Files by name; a click shows an image and downloads any other. */
export function DocumentRows({ documents, of, onOpen }: DocumentRowsProps): ReactElement {
  return (
    <ul className={styles['rows']} aria-label="Files">
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} of={of ?? null} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface DocumentRowProps {
  document: Document;
  of: RecordRef | null;
  onOpen: (() => void) | undefined;
}

function DocumentRow({ document, of, onOpen }: DocumentRowProps): ReactElement {
  const [isRenaming, setRenaming] = useState(false);
  const [imageUrl, setImageUrl] = useState<string | null>(null);
  const mutations = useDocumentMutations(document, of);
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`document-${document.id}`);
  const { timeZone } = useUser();
  const { name, contentType, sizeBytes, createdBy, createdAt } = document;
  const open = (): void =>
    mutations.open(isImage(contentType) ? ({ url }) => setImageUrl(url) : downloadTicket);
  const actions = of === null ? [] : actionsOf(document, mutations, () => setRenaming(true));
  return (
    <li ref={ref} className={styles['row']} data-target={isTarget || undefined}>
      <Icon name={iconOf(contentType)} size={28} />
      <div className={styles['text']}>
        <button type="button" className={styles['name']} onClick={onOpen ?? open}>
          <bdi>{name}</bdi>
        </button>
        <p className={styles['facts']}>
          {sizeText(sizeBytes)} · {createdBy.displayName} ·{' '}
          <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
      </div>
      {of !== null && document.audience === 'client' && <StatusLabel tone="info">Shared</StatusLabel>}
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />}
      {imageUrl !== null && (
        <ImageDialog
          name={name}
          url={imageUrl}
          onDownload={() => mutations.open(downloadTicket)}
          onClose={() => setImageUrl(null)}
        />
      )}
      {isRenaming && (
        <RenameDialog document={document} mutations={mutations} onClose={() => setRenaming(false)} />
      )}
    </li>
  );
}

function actionsOf(
  { audience, abilities }: Document,
  { open, update, remove }: DocumentMutations,
  rename: () => void,
): MenuAction[] {
  const isShared = audience === 'client';
  const share = {
    label: isShared ? 'Stop sharing' : 'Share with client',
    icon: isShared ? 'solar:lock-keyhole-linear' : 'solar:users-group-rounded-linear',
    onSelect: () => update({ audience: isShared ? 'staff' : 'client' }),
  };
  return [
    { label: 'Download', icon: 'solar:download-minimalistic-linear', onSelect: () => open(downloadTicket) },
    ...(abilities.canUpdate ? [{ label: 'Rename', icon: 'solar:pen-linear', onSelect: rename }, share] : []),
    ...(abilities.canDelete
      ? [{ label: 'Delete', icon: 'solar:trash-bin-trash-linear', isDangerous: true, onSelect: remove }]
      : []),
  ];
}

interface ImageDialogProps {
  name: string;
  url: string;
  onDownload: () => void;
  onClose: () => void;
}

function ImageDialog({ name, url, onDownload, onClose }: ImageDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open maxWidth="lg" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <DialogContent>
        <img src={url} alt={name} className={styles['image']} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onDownload}>
          Download
        </Button>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

interface RenameDialogProps {
  document: Document;
  mutations: DocumentMutations;
  onClose: () => void;
}

function RenameDialog({ document, mutations, onClose }: RenameDialogProps): ReactElement {
  const [name, setName] = useState(document.name);
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = updateDocument.body.safeParse({ version: document.version, name });
    if (parsed.success) mutations.update({ name }, onClose);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <FormDialog
      title="Rename file"
      submitLabel="Save"
      failure={undefined}
      isPending={mutations.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabelledInput
        label="Name"
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

function isImage(contentType: string): boolean {
  return contentType.startsWith('image/');
}

function iconOf(contentType: string): string {
  if (isImage(contentType)) return 'solar:gallery-bold-duotone';
  if (contentType === 'application/pdf' || contentType.startsWith('text/'))
    return 'solar:document-text-bold-duotone';
  return 'solar:file-bold-duotone';
}
