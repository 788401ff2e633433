import { askEmbeddedDatabase } from '@handover/testing/embedded-database.ts';
import { expect } from './test.ts';

/** `npm test` says which folder its server works in; by hand it is the one of `npm start`. */
const dataDir = process.env['E2E_DATA_DIR'] ?? process.env['DATA_DIR'] ?? 'data';

const sealedSince = `
  SELECT DISTINCT action FROM audit_entries
  WHERE created_at >= $1 AND NOT EXISTS (SELECT FROM audit_pending WHERE entry_id = audit_entries.id)`;

/** That each of these writes was made since then and stands in the audit log under a seal, those of accounts too. */
export async function expectSealed(since: Date, ...actions: string[]): Promise<void> {
  const missing = async (): Promise<string[]> => {
    const rows = await askEmbeddedDatabase<{ action: string }>(dataDir, sealedSince, [since]);
    return actions.filter((action) => rows.every((row) => row.action !== action));
  };
  await expect.poll(missing, { message: 'writes that are not in the sealed log' }).toEqual([]);
}
