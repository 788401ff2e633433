import { RemovableChip } from '@handover/ui/chips/removable-chip.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ChipProps } from '#shared/records/list/record-list.ts';
import { foldersQuery } from './folders.queries.ts';

/** The chip of the folder that is shown. */
export function FolderChip({ value, onRemove }: ChipProps): ReactElement {
  const { data: folders = [] } = useQuery(foldersQuery());
  const name = value === 'none' ? 'No folder' : folders.find(({ id }) => id === value)?.name;
  return <RemovableChip label={`In ${name ?? 'one folder'}`} onRemove={onRemove} />;
}
