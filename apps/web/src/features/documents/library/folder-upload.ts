import {
  createDocumentFolder,
  maxFolderDepth,
  type DocumentFolder,
} from '@handover/contract/documents/document-folders.ts';
import { send } from '#shared/api/client.ts';
import type { PlacedFile } from '../use-uploads.ts';

/** A file of a chosen or dropped folder, with the folders it is in from the top: `['2025', 'Taxes']`. */
export interface FoundFile {
  readonly file: File;
  readonly folders: readonly string[];
}

const hidden = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

/** The files that were chosen with a folder. */
export function listChosenFiles(files: Iterable<File>): FoundFile[] {
  return [...files]
    .map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))
    .filter(({ file }) => !hidden.test(file.name));
}

/** The dropped files, including files in folders. Hidden system files are skipped. */
export async function listDroppedFiles(entries: readonly FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const visit = async (entry: FileSystemEntry, folders: readonly string[]): Promise<void> => {
    if (hidden.test(entry.name)) return;
    if (isFile(entry)) found.push({ file: await readFile(entry), folders });
    else if (isDirectory(entry))
      for (const child of await readChildren(entry)) await visit(child, [...folders, entry.name]);
  };
  for (const entry of entries) await visit(entry, []);
  return found;
}

/**
 * The files with the target folder of each, below `parentId`. Missing folders are created; files deeper than the
 * library allows go into the deepest allowed folder. Throws the server's errors, or the signal's reason.
 */
export async function placeFiles(
  found: readonly FoundFile[],
  {
    parentId,
    existing,
    signal,
  }: { parentId: string | null; existing: readonly DocumentFolder[]; signal: AbortSignal },
): Promise<PlacedFile[]> {
  const folders = [...existing];
  const findOrCreate = async (name: string, parent: string | null): Promise<string> => {
    const known = folders.find(
      (folder) => folder.parentId === parent && folder.name.toLowerCase() === name.toLowerCase(),
    );
    if (known !== undefined) return known.id;
    const body = { name, ...(parent !== null && { parentId: parent }) };
    signal.throwIfAborted();
    const { folder } = await send(createDocumentFolder, { body });
    folders.push(folder);
    return folder.id;
  };
  const depthOf = (id: string | null): number => {
    const parent = folders.find((folder) => folder.id === id);
    return parent === undefined ? 0 : 1 + depthOf(parent.parentId);
  };
  const placed: PlacedFile[] = [];
  const free = maxFolderDepth - depthOf(parentId);
  for (const { file, folders: path } of found) {
    let place = parentId;
    for (const name of path.slice(0, free).map(toFolderName))
      if (name !== '') place = await findOrCreate(name, place);
    placed.push({ file, folderId: place });
  }
  return placed;
}

/** The name as the server stores it; may be empty. */
function toFolderName(name: string): string {
  const isCutInHalf = /[\uD800-\uDBFF]$/;
  return name.trim().slice(0, 120).replace(isCutInHalf, '').trim();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function readFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader returns up to a hundred entries at a time, and none at the end. */
async function readChildren(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (next.length === 0) return children;
    children.push(...next);
  }
}
