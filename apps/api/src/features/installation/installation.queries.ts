import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export function readInstallation(db: Db) {
  return db
    .selectFrom('installation')
    .select([
      'name',
      'tagline',
      'support_email',
      'support_phone',
      sql<boolean>`EXISTS (SELECT FROM users WHERE is_superadmin AND status = 'active')`.as('has_superadmin'),
    ])
    .executeTakeFirstOrThrow();
}
