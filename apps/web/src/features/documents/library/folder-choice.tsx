import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import type { ReactElement, ReactNode } from 'react';
import type { FolderNode } from './folders.queries.ts';
import styles from './folder-tree.module.css';

interface FolderChoiceProps {
  tree: readonly FolderNode[];
  folderId: string | null;
  onChange: (folderId: string | null) => void;
  children: ReactNode;
}

/** The folder tree as a select, for narrow screens. */
export default function FolderChoice({
  tree,
  folderId,
  onChange,
  children,
}: FolderChoiceProps): ReactElement {
  return (
    <div className={styles['choice']}>
      <LabeledSelect
        label="Folder"
        value={folderId ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">All files</option>
        {tree.map(({ folder, path }) => (
          <option key={folder.id} value={folder.id}>
            {path} ({folder.documentCount})
          </option>
        ))}
      </LabeledSelect>
      {children}
    </div>
  );
}
