import type { ContactRole } from '@handover/contract/contacts.ts';
import type { Generated } from 'kysely';

export type ContactsTable = {
  workspace_id: string;
  id: string;
  business_id: string;
  name: string;
  name_sort: string;
  role: ContactRole;
  company: string | null;
  email: string | null;
  /** Normalized for matching. */
  email_key: string | null;
  phone: string | null;
  notes: string | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type ContactTables = { contacts: ContactsTable };
