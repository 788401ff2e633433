import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { foldersQuery, toTree } from './folders.queries.ts';

interface FolderSelectProps {
  label: string;
  /** Null for the top of the library. */
  value: string | null;
  /** A folder to leave out, together with its subfolders. */
  without?: string | null;
  onChange: (folderId: string | null) => void;
}

/** Chooses a folder of the library. */
export function FolderSelect({ label, value, without = null, onChange }: FolderSelectProps): ReactElement {
  const { data: folders = [] } = useQuery(foldersQuery());
  const offered = toTree(folders.filter(({ id }) => id !== without));
  return (
    <LabeledSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">Library (no folder)</option>
      {offered.map(({ folder, path }) => (
        <option key={folder.id} value={folder.id}>
          {path}
        </option>
      ))}
    </LabeledSelect>
  );
}
