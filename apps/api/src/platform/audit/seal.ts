import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

const genesis = Buffer.alloc(32);
const maxEntriesPerSeal = 1000;

type EntryRow = { id: string; canonical: string };

/** Seals all committed entries without a seal and returns their number. Only one server at a time seals. */
export async function sealAudit(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{
      got: boolean;
    }>`SELECT pg_try_advisory_xact_lock(4711, 2) AS got`.execute(tx);
    if (lock[0]?.got !== true) return 0;
    const { rows: pending } = await sql<{ entry_id: string }>`
      DELETE FROM audit_pending WHERE entry_id IN (SELECT entry_id FROM audit_pending ORDER BY entry_id LIMIT ${maxEntriesPerSeal}) RETURNING entry_id`.execute(
      tx,
    );
    if (pending.length === 0) return 0;
    const ids = pending.map((row) => row.entry_id).sort();
    const last = await tx
      .selectFrom('audit_seals')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const prevHash = last?.hash ?? genesis;
    const hash = chain(prevHash, await readEntries(tx, ids));
    await tx
      .insertInto('audit_seals')
      .values({ seq: (last?.seq ?? 0) + 1, entry_ids: ids, prev_hash: prevHash, hash, sealed_at: now })
      .execute();
    return ids.length;
  });
}

export type AuditVerdict = {
  readonly isIntact: boolean;
  readonly seals: number;
  readonly entries: number;
  readonly firstBadSeal: number | null;
  readonly unsealedLost: number;
};

type Progress = { readonly seals: number; readonly entries: number };

const sealsPerBatch = 500;

/** Recomputes the whole chain and counts entries that are neither sealed nor queued. */
export async function verifyAudit(
  db: Db,
  { onProgress }: { onProgress?: (progress: Progress) => Promise<void> } = {},
): Promise<AuditVerdict> {
  let prevHash: Buffer = genesis;
  let seals = 0;
  let entries = 0;
  for (;;) {
    const batch = await listSeals(db, seals);
    const byId = await readById(
      db,
      batch.flatMap((seal) => seal.entry_ids),
    );
    for (const seal of batch) {
      const sealed = seal.entry_ids.flatMap((id) => byId.get(id) ?? []);
      const hash = chain(prevHash, sealed);
      if (seal.seq !== seals + 1 || !seal.prev_hash.equals(prevHash) || !seal.hash.equals(hash))
        return { isIntact: false, seals, entries, firstBadSeal: seals + 1, unsealedLost: 0 };
      prevHash = hash;
      seals += 1;
      entries += seal.entry_ids.length;
    }
    await onProgress?.({ seals, entries });
    if (batch.length < sealsPerBatch) break;
  }
  const unsealedLost = await countLost(db);
  return { isIntact: unsealedLost === 0, seals, entries, firstBadSeal: null, unsealedLost };
}

function listSeals(db: Db, afterSeq: number) {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(sealsPerBatch)
    .execute();
}

async function readById(db: Db, ids: readonly string[]): Promise<Map<string, EntryRow>> {
  const rows = await readEntries(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Entries that are neither sealed nor queued, in one statement. */
async function countLost(db: Db): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    SELECT (SELECT count(*) FROM audit_entries) - (SELECT count(*) FROM audit_pending)
      - (SELECT coalesce(sum(cardinality(entry_ids)), 0) FROM audit_seals) AS lost`.execute(db);
  return rows[0]?.lost ?? 0;
}

async function readEntries(db: Db, ids: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT id, row_to_json(audit_entries)::text AS canonical FROM audit_entries WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id`.execute(
    db,
  );
  return rows;
}

function chain(prevHash: Buffer, entries: readonly EntryRow[]): Buffer {
  const digest = createHash('sha256').update(prevHash);
  for (const entry of entries) digest.update(`${String(entry.canonical.length)}:${entry.canonical}`);
  return digest.digest();
}
