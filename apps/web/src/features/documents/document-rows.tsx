import { updateDocument, type Document } from '@handover/contract/documents.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { sizeText } from '#shared/files/size-text.ts';
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

/** Files by name; a click downloads one. */
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
  const mutations = useDocumentMutations(document, of);
  const { ref, isTarget } = useHashTarget<HTMLLIElement>(`document-${document.id}`);
  const { timeZone } = useUser();
  const { name, contentType, sizeBytes, createdBy, createdAt } = document;
  const actions = of === null ? [] : actionsOf(document, mutations, () => setRenaming(true));
  return (
    <li ref={ref} className={styles['row']} data-target={isTarget || undefined}>
      <Icon name={iconOf(contentType)} size={28} />
      <div className={styles['text']}>
        <button type="button" className={styles['name']} onClick={onOpen ?? mutations.download}>
          <bdi>{name}</bdi>
        </button>
        <p className={styles['facts']}>
          {sizeText(sizeBytes)} · {createdBy.displayName} ·{' '}
          <RelativeTime time={createdAt} timeZone={timeZone} />
        </p>
      </div>
      {of !== null && document.audience === 'client' && <StatusLabel tone="info">Shared</StatusLabel>}
      {actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />}
      {isRenaming && (
        <RenameDialog document={document} mutations={mutations} onClose={() => setRenaming(false)} />
      )}
    </li>
  );
}

function actionsOf(
  { audience, abilities }: Document,
  { download, update, remove }: DocumentMutations,
  rename: () => void,
): MenuAction[] {
  const isShared = audience === 'client';
  const share = {
    label: isShared ? 'Stop sharing' : 'Share with client',
    icon: isShared ? 'solar:lock-keyhole-linear' : 'solar:users-group-rounded-linear',
    onSelect: () => update({ audience: isShared ? 'staff' : 'client' }),
  };
  return [
    { label: 'Download', icon: 'solar:download-minimalistic-linear', onSelect: download },
    ...(abilities.canUpdate ? [{ label: 'Rename', icon: 'solar:pen-linear', onSelect: rename }, share] : []),
    ...(abilities.canDelete
      ? [{ label: 'Delete', icon: 'solar:trash-bin-trash-linear', isDangerous: true, onSelect: remove }]
      : []),
  ];
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

function iconOf(contentType: string): string {
  if (contentType.startsWith('image/')) return 'solar:gallery-bold-duotone';
  if (contentType === 'application/pdf' || contentType.startsWith('text/'))
    return 'solar:document-text-bold-duotone';
  return 'solar:file-bold-duotone';
}
