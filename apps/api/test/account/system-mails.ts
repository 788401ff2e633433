import { sql } from 'kysely';
import type { TestApi } from '../harness.ts';

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Product emails to an address, in the order they were queued. */
export async function listSystemMails(api: TestApi, address: string): Promise<Mail[]> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    SELECT data->>'id' AS id, data->>'sealed' AS sealed FROM pgboss.job
    WHERE name = 'mail.system' ORDER BY data->>'id'`.execute(api.db);
  const { keyring } = api.booted.platform;
  return rows
    .map(({ id, sealed }) => JSON.parse(keyring.decrypt(sealed, `system-mail:${id}`)) as Mail)
    .filter(({ to }) => to === address);
}
