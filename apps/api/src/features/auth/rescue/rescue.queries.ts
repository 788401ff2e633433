import type { Db } from '#db/client.ts';

/** The addresses of those who can run the installation. */
export async function listSuperadminEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_superadmin', '=', true)
    .where('status', '=', 'active')
    .orderBy('email')
    .limit(100)
    .execute();
  return rows.map((row) => row.email);
}
