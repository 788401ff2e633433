import {
  createDocumentFolder,
  deleteDocumentFolder,
  listDocumentFolders,
  updateDocumentFolder,
  type DocumentFolder,
} from '@handover/contract/documents/document-folders.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export const foldersQuery = (): QueryFor<DocumentFolder[]> =>
  oneQuery({
    queryKey: ['document', 'all', 'folders'],
    queryFn: async ({ signal }) => (await send(listDocumentFolders, {}, { signal })).folders,
  });

/** A folder with its depth in the tree, 0 at the top. */
export interface FolderNode {
  readonly folder: DocumentFolder;
  readonly depth: number;
  /** Its name, preceded by the names of its parent folders. */
  readonly path: string;
}

/** Folders in the order of the tree, each before the folders in it. */
export function toTree(folders: readonly DocumentFolder[]): FolderNode[] {
  const inside = (parentId: string | null, depth: number, prefix: string): FolderNode[] =>
    folders
      .filter((folder) => folder.parentId === parentId)
      .flatMap((folder) => {
        const path = `${prefix}${folder.name}`;
        return [{ folder, depth, path }, ...inside(folder.id, depth + 1, `${path} / `)];
      });
  return inside(null, 0, '');
}

type FolderChange =
  | { readonly kind: 'create'; readonly body: BodyInput<typeof createDocumentFolder> }
  | {
      readonly kind: 'update';
      readonly id: string;
      readonly body: Omit<BodyInput<typeof updateDocumentFolder>, 'version'>;
    }
  | { readonly kind: 'delete'; readonly id: string };

/** Adds, changes, or deletes a folder. Returns the folder, or null for a deleted one. */
export function useFolderChange(
  opened: DocumentFolder | null,
): UseMutationResult<DocumentFolder | null, Error, FolderChange> {
  const refresh = useRefresh();
  const { version, save } = useOpenedVersion(opened?.version ?? 0, opened);
  return useMutation({
    mutationFn: async (change: FolderChange) => {
      if (change.kind === 'create') return (await send(createDocumentFolder, { body: change.body })).folder;
      const params = { id: change.id };
      if (change.kind === 'update') {
        const { folder } = await save(
          send(updateDocumentFolder, { params, body: { ...change.body, version } }),
        );
        return folder;
      }
      await send(deleteDocumentFolder, { params });
      return null;
    },
    onSettled: () => refresh({ noun: 'document', customerId: null }),
  });
}
