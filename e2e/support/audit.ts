import { queryEmbeddedDatabase } from '@handover/testing/embedded-database.ts';
import { expect } from './test.ts';

/** `npm test` sets the folder of its server; otherwise the folder of `npm start` is used. */
const dataDir = process.env['E2E_DATA_DIR'] ?? process.env['DATA_DIR'] ?? 'data';

const sealedSince = `
  SELECT DISTINCT action FROM audit_entries
  WHERE created_at >= $1 AND NOT EXISTS (SELECT FROM audit_pending WHERE entry_id = audit_entries.id)`;

/**
 * Expects that each of these writes was recorded and sealed in the audit log since a time, including account changes.
 */
export async function expectSealed(since: Date, ...actions: string[]): Promise<void> {
  const missing = async (): Promise<string[]> => {
    const rows = await queryEmbeddedDatabase<{ action: string }>(dataDir, sealedSince, [since]);
    return actions.filter((action) => rows.every((row) => row.action !== action));
  };
  await expect.poll(missing, { message: 'writes that are not in the sealed log' }).toEqual([]);
}
