import pg from 'pg';
import { expect } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { checkQueue, importQueue, undoQueue } from '#platform/records/import/imports.service.ts';
import type { WorkRunner } from '#platform/work.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from './caller.ts';
import type { TestApi } from './harness.ts';
import { runJob } from './run-job.ts';

type Choice = { readonly mode?: string; readonly overwrite?: string; readonly caller?: Caller };

/** A workspace with an admin who imports files into it; the job runs when a test triggers it. */
export type ImportFixture = Awaited<ReturnType<typeof createImportFixture>>;

export async function createImportFixture(api: TestApi, recordType = 'customer') {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });

  const upload = async (csv: string | Buffer, caller = admin): Promise<{ id: string; mapping: object }> => {
    const { status, body } = await caller.upload(`/imports?name=people.csv&recordType=${recordType}`, csv);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.import;
  };
  const start = async (
    csv: string | Buffer,
    { mode = 'both', overwrite = 'all', caller = admin }: Choice = {},
  ): Promise<string> => {
    const { id, mapping } = await upload(csv, caller);
    expect((await caller.post(`/imports/${id}/start`, { mapping, mode, overwrite })).status).toBe(202);
    return id;
  };
  const run = async (
    importId: string,
    { platform = api.booted.platform, attempt = 0, signal = new AbortController().signal } = {},
  ): Promise<void> => {
    await perform(platform, { queue: importQueue, data: { workspaceId, importId, attempt }, signal });
  };
  /** Runs the queued checks for the current import. */
  const check = async (importId: string, { platform = api.booted.platform } = {}): Promise<void> => {
    const { revision } = await api.db
      .selectFrom('imports')
      .select('revision')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
    await perform(platform, { queue: checkQueue, data: { workspaceId, importId, revision } });
  };
  const undo = async (importId: string, { platform = api.booted.platform } = {}): Promise<void> => {
    await perform(platform, { queue: undoQueue, data: { workspaceId, importId } });
  };
  const get = async (importId: string) => (await admin.get(`/imports/${importId}`)).body.import;
  const rejections = async (importId: string) =>
    (await admin.get(`/imports/${importId}/rejections?limit=100`)).body;
  const inWorkspace = () => api.db.selectFrom('customers').where('workspace_id', '=', workspaceId);
  return {
    workspaceId,
    admin,
    upload,
    start,
    run,
    check,
    undo,
    get,
    rejections,
    /** Uploads, starts and runs a file with the guessed mapping. */
    take: async (csv: string | Buffer, choice: Choice = {}) => {
      const id = await start(csv, choice);
      await run(id);
      const left: { row: number; reason: string }[] = (await rejections(id)).rejections;
      return { id, run: await get(id), reasons: left.map(({ row, reason }) => `${String(row)}: ${reason}`) };
    },
    /** Every row of the tables that an import writes to, in the workspace, as text. */
    dump: async () => {
      const tables = [
        'businesses',
        'customers',
        'customer_contact_points',
        'customer_stats',
        'customer_tags',
        'tags',
        'search_entries',
        'activities',
      ];
      const dump: Record<string, string[]> = {};
      await withOwnerConnection(api, async (owner) => {
        for (const table of tables) {
          const { rows } = await owner.query<{ line: string }>(
            `SELECT t::text AS line FROM ${table} AS t WHERE workspace_id = $1 ORDER BY line`,
            [workspaceId],
          );
          dump[table] = rows.map(({ line }) => line);
        }
      });
      return dump;
    },
    businesses: () =>
      api.db
        .selectFrom('businesses')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute(),
    customers: () => inWorkspace().selectAll().orderBy('id').execute(),
    customer: (name: string) => inWorkspace().selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
  };
}

async function perform(
  platform: Platform,
  { queue, data, signal }: { queue: string; data: Record<string, unknown>; signal?: AbortSignal },
): Promise<void> {
  const job = listJobs(platform).find((definition) => definition.queue === queue);
  await runJob(job, data, signal);
}

/** Runs as the database's owner, who has more permissions than the app. */
export async function withOwnerConnection<T>(
  api: TestApi,
  act: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client(api.connectionString);
  await owner.connect();
  try {
    return await act(owner);
  } finally {
    await owner.end();
  }
}

/** The platform, but transactions crash from the n-th on, before their work or just before their commit. */
export function withCrashes(
  platform: Platform,
  { from, when }: { from: number; when: 'before' | 'at commit' },
): Platform {
  let count = 0;
  const transact: WorkRunner['transact'] = (act) =>
    platform.runner.transact(async (work) => {
      count += 1;
      if (count >= from && when === 'before') throw new Error('crash');
      const result = await act(work);
      if (count >= from) throw new Error('crash');
      return result;
    });
  return { ...platform, runner: { ...platform.runner, transact } };
}
