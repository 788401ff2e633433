import * as contract from '@handover/contract/documents/document-folders.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import { listFolders } from './folders.queries.ts';
import { createFolder, deleteFolder, presentFolder, updateFolder } from './folders.service.ts';

/** The folders of the library. */
export function folderRoutes(routes: Routes, records: readonly RecordTypeWithFiles[]): void {
  routes.add(contract.listDocumentFolders, async ({ actor, work }) => ({
    folders: (await listFolders(work.db, actor, records)).map(presentFolder),
  }));
  routes.add(contract.createDocumentFolder, async ({ actor, body, work }) => ({
    folder: await createFolder(work, actor, { records, input: body }),
  }));
  routes.add(contract.updateDocumentFolder, async ({ actor, params, body, work }) => ({
    folder: await updateFolder(work, actor, { records, input: body, folderId: params.id }),
  }));
  routes.add(contract.deleteDocumentFolder, async ({ actor, params, work }) => {
    await deleteFolder(work, actor, params.id);
  });
}
