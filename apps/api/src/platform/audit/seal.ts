import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Seal } from './seal-copies.ts';

const genesis = Buffer.alloc(32);
const maxEntriesPerSeal = 1000;

type EntryRow = { id: string; canonical: string };

type SealResult = { readonly entries: number; readonly seal: Seal | null };

/**
 * Seals all committed entries without a seal and returns their number. Only one server at a time seals. `copy` gets
 * the seal after its commit.
 */
export async function sealAudit(
  db: Db,
  now: Date,
  copy: (seal: Seal) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { entries, seal } = await appendSeal(db, now);
  if (seal !== null) await copy(seal);
  return entries;
}

function appendSeal(db: Db, now: Date): Promise<SealResult> {
  const none = { entries: 0, seal: null };
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{
      got: boolean;
    }>`SELECT pg_try_advisory_xact_lock(4711, 2) AS got`.execute(tx);
    if (lock[0]?.got !== true) return none;
    const { rows: pending } = await sql<{ entry_id: string }>`
      DELETE FROM audit_pending WHERE entry_id IN (SELECT entry_id FROM audit_pending ORDER BY entry_id LIMIT ${maxEntriesPerSeal}) RETURNING entry_id`.execute(
      tx,
    );
    if (pending.length === 0) return none;
    const ids = pending.map((row) => row.entry_id).sort();
    const last = await tx
      .selectFrom('audit_seals')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const prevHash = last?.hash ?? genesis;
    const hash = chainHash(prevHash, await readEntries(tx, ids));
    const seq = (last?.seq ?? 0) + 1;
    await tx
      .insertInto('audit_seals')
      .values({ seq, entry_ids: ids, prev_hash: prevHash, hash, sealed_at: now })
      .execute();
    return { entries: ids.length, seal: { seq, hash, sealedAt: now } };
  });
}

export type AuditVerdict = {
  readonly isIntact: boolean;
  readonly seals: number;
  readonly entries: number;
  readonly firstBadSeal: number | null;
  readonly unsealedLost: number;
  /** Seals that were compared with a copy outside the database. */
  readonly copiedSeals: number;
  /** The last copy, if it is newer than the last seal: the end of the log was cut off. */
  readonly cutOff: Pick<Seal, 'seq' | 'sealedAt'> | null;
};

type Progress = { readonly seals: number; readonly entries: number };

const sealsPerBatch = 500;

/**
 * Recomputes the whole chain, compares it with the copies of its seals, and counts entries that are neither sealed nor
 * queued.
 */
export async function verifyAudit(
  db: Db,
  { copies, onProgress = () => Promise.resolve() }: VerifyOptions = {},
): Promise<AuditVerdict> {
  try {
    return await verify(db, { copies: new Copies(copies), onProgress });
  } finally {
    await copies?.return(undefined);
  }
}

type VerifyOptions = {
  readonly copies?: AsyncGenerator<Seal>;
  onProgress?(progress: Progress): Promise<void>;
};

async function verify(
  db: Db,
  { copies, onProgress }: { copies: Copies; onProgress(progress: Progress): Promise<void> },
): Promise<AuditVerdict> {
  let prevHash: Buffer = genesis;
  let seals = 0;
  let entries = 0;
  const walked = (found: Omit<AuditVerdict, 'seals' | 'entries' | 'copiedSeals'>): AuditVerdict => ({
    ...found,
    seals,
    entries,
    copiedSeals: copies.count,
  });
  for (;;) {
    const batch = await listSeals(db, seals);
    const byId = await readById(
      db,
      batch.flatMap((seal) => seal.entry_ids),
    );
    for (const seal of batch) {
      const sealed = seal.entry_ids.flatMap((id) => byId.get(id) ?? []);
      const hash = chainHash(prevHash, sealed);
      const isChained = seal.seq === seals + 1 && seal.prev_hash.equals(prevHash) && seal.hash.equals(hash);
      if (!isChained || !(await copies.includes(seal)))
        return walked({ isIntact: false, firstBadSeal: seals + 1, unsealedLost: 0, cutOff: null });
      prevHash = hash;
      seals += 1;
      entries += seal.entry_ids.length;
    }
    await onProgress({ seals, entries });
    if (batch.length === sealsPerBatch) continue;
    // Copies are written after the commit, so a seal that has a copy but is still not found is missing.
    if (batch.length === 0 || !(await copies.isBeyond(seals))) break;
  }
  const unsealedLost = await countLost(db);
  const cutOff = (await copies.isBeyond(seals)) ? await copies.last() : null;
  return walked({
    isIntact: unsealedLost === 0 && cutOff === null,
    firstBadSeal: null,
    unsealedLost,
    cutOff,
  });
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

function chainHash(prevHash: Buffer, entries: readonly EntryRow[]): Buffer {
  const digest = createHash('sha256').update(prevHash);
  for (const entry of entries) digest.update(`${String(entry.canonical.length)}:${entry.canonical}`);
  return digest.digest();
}

/** Walks the copies of seals alongside the chain, both in order. */
class Copies {
  readonly #copies: AsyncGenerator<Seal> | undefined;
  #next: Seal | null | undefined;
  /** Seals that had an equal copy. */
  count = 0;

  constructor(copies: AsyncGenerator<Seal> | undefined) {
    this.#copies = copies;
  }

  /** False if the copy of this seal has another hash. Seals from before copies were made have none. */
  async includes(seal: { seq: number; hash: Buffer }): Promise<boolean> {
    let copy = await this.#peek();
    while (copy !== null && copy.seq < seal.seq) copy = await this.#skip();
    if (copy?.seq !== seal.seq) return true;
    if (!copy.hash.equals(seal.hash)) return false;
    this.count += 1;
    this.#next = undefined;
    return true;
  }

  async isBeyond(seq: number): Promise<boolean> {
    return ((await this.#peek())?.seq ?? 0) > seq;
  }

  async last(): Promise<Seal | null> {
    let last = await this.#peek();
    for (let copy = last; copy !== null; copy = await this.#skip()) last = copy;
    return last;
  }

  async #peek(): Promise<Seal | null> {
    return this.#next === undefined ? this.#skip() : this.#next;
  }

  async #skip(): Promise<Seal | null> {
    const step = await this.#copies?.next();
    const next = step?.done === false ? step.value : null;
    this.#next = next;
    return next;
  }
}
