import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as customerDesk from './0002-customer-desk.ts';
import * as mailAndImports from './0003-mail-and-imports.ts';
import * as mailLeases from './0010-mail-leases.ts';
import * as importPosition from './0020-import-position.ts';

/** Forward only, in the order of their names. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-customer-desk': customerDesk,
  '0003-mail-and-imports': mailAndImports,
  '0010-mail-leases': mailLeases,
  '0020-import-position': importPosition,
};
