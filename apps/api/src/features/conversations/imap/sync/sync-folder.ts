import type { FolderRow } from './folders.queries.ts';
import { forgetRenumbered, readHeadOrSetAside, ingestOrQuarantine } from './set-aside.ts';
import { clockSlackMs, type OpenFolder, type SyncContext } from './sync-context.ts';
import { passOver } from './ingest.ts';

const headsPerBatch = 50;

/**
 * Takes in what a folder has above its position, one message at a time; what cannot be taken in is set
 * aside. Where the server numbers the folder anew, all of it is looked at again, and what is here already is
 * passed. Returns the folder as it is now.
 */
export async function syncFolder(
  context: SyncContext,
  folder: FolderRow,
  { onWork }: { onWork: () => Promise<void> },
): Promise<FolderRow> {
  const { connection, claimsSince } = context;
  const { uidValidity, uidNext } = await connection.open(folder.path);
  const isSame = folder.uid_validity === uidValidity;
  const after = isSame ? folder.last_uid : 0;
  if (isSame && uidNext - 1 <= after) return folder;
  const since = isSame ? null : new Date(claimsSince.getTime() - clockSlackMs);
  const open = { path: folder.path, role: folder.role, uidValidity, claimsSince: since };
  if (!isSame) await forgetRenumbered(context, open);
  const uids = await connection.listUids({ after, since });
  for (let start = 0; start < uids.length; start += headsPerBatch) {
    await onWork();
    const batch = uids.slice(start, start + headsPerBatch);
    if (context.isCareful) await ingestOneByOne(context, open, batch);
    else for (const head of await connection.readHeads(batch)) await ingestOrQuarantine(context, open, head);
    await passOver(context, open, batch.at(-1) ?? after);
  }
  // Whatever else was there when it was opened is older than what is wanted.
  const lastUid = Math.max(uids.at(-1) ?? 0, uidNext - 1, 0);
  if (!isSame || lastUid > after) await passOver(context, open, lastUid);
  return { ...folder, uid_validity: uidValidity, last_uid: Math.max(lastUid, after) };
}

/** So that a head that breaks the connection is told from its neighbours. */
async function ingestOneByOne(
  context: SyncContext,
  folder: OpenFolder,
  uids: readonly number[],
): Promise<void> {
  for (const uid of uids) {
    const head = await readHeadOrSetAside(context, folder, uid);
    if (head !== null) await ingestOrQuarantine(context, folder, head);
  }
}
