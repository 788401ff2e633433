import { fold } from '@handover/domain/text/fold.ts';
import {
  contactFieldLabels as labels,
  contactRoles,
  createContactBody,
  type ContactRole,
  type CreateContact,
} from '@handover/contract/customers/contacts.ts';
import { sql } from 'kysely';
import { partial } from 'zod/mini';
import { emailKey } from '#lib/text.ts';
import type { ImportField, ImportSpec, MatchKeys } from '#platform/records/import/import-spec.ts';
import { pickTexts, readRow, showValues, type RowForm } from '#platform/records/import/read-row.ts';
import {
  deleteRecords,
  listNames,
  lockRecords,
  restoreRecords,
  type RecordTable,
} from '#platform/records/import/record-table.queries.ts';
import { listChangedColumns, pickFor, writeRecords } from '#platform/records/import/write-records.ts';
import {
  findBusinessIds,
  importedColumns,
  listBusinessContacts,
  type StoredContact,
} from './contacts.queries.ts';
import { toContactColumns, searchParts } from './contacts.service.ts';

const roleWords: Readonly<Record<string, ContactRole>> = {
  cpa: 'accountant',
  bookkeeper: 'accountant',
  lawyer: 'attorney',
  banker: 'lender',
  'office manager': 'office_manager',
  'practice manager': 'practice_manager',
};

function readRole(text: string): ContactRole | null {
  const word = fold(text);
  return contactRoles.find((role) => role === word) ?? roleWords[word] ?? null;
}

const fields: readonly ImportField[] = [
  {
    key: 'name',
    label: labels.name,
    capitalization: 'name',
    headings: ['name', 'contact name', 'full name', 'contact'],
  },
  {
    key: 'business',
    label: labels.businessId,
    headings: ['business', 'business name', 'practice', 'listing number', 'listing'],
  },
  {
    key: 'role',
    label: labels.role,
    read: readRole,
    expected: `not a role. Use one of: ${contactRoles.map((role) => role.replaceAll('_', ' ')).join(', ')}`,
    headings: ['role', 'position', 'job title', 'title', 'type'],
  },
  {
    key: 'company',
    label: labels.company,
    capitalization: 'name',
    headings: ['company', 'firm', 'organization'],
  },
  { key: 'email', label: labels.email, headings: ['email', 'email address', 'e mail'] },
  { key: 'phone', label: labels.phone, headings: ['phone', 'phone number', 'mobile', 'telephone'] },
  { key: 'notes', label: labels.notes, headings: ['notes', 'comments', 'remarks'] },
];

type Input = Partial<CreateContact> & { readonly businessId: string };

const table: RecordTable = { name: 'contacts', columns: importedColumns };

/** Within a business, a contact is recognized by email address, otherwise by name. */
function toKeys({ businessId, email, name }: Input): MatchKeys {
  return {
    identifiers: {},
    groups: [
      email == null ? [] : [`email ${businessId} ${emailKey(email)}`],
      name === undefined ? [] : [`name ${businessId} ${fold(name)}`],
    ],
  };
}

function createRowForm(
  businesses: ReadonlyMap<string, readonly string[]>,
): RowForm<Omit<Partial<CreateContact>, 'businessId'> & { businessId: string }> {
  return {
    fields,
    schema: rowSchema,
    naming: { parts: ['name', 'email'], shown: [], missing: 'The row has no name or email address.' },
    sources: { businessId: ['business'] },
    interpret: ({ business, ...texts }, values) => {
      const ids = business === undefined ? [] : (businesses.get(fold(business)) ?? []);
      const problem =
        business === undefined
          ? 'Business: enter the name or listing number of the business.'
          : ids.length === 0
            ? `Business: no business has the name or listing number “${business}”.`
            : `Business: ${String(ids.length)} businesses match “${business}”. Use the listing number.`;
      return {
        name: texts['name'] ?? texts['email'] ?? null,
        input: {
          ...texts,
          name: texts['name'] ?? texts['email'],
          role: values.get('role'),
          businessId: ids[0],
        },
        problems: ids.length === 1 ? [] : [{ field: 'business', message: problem }],
      };
    },
  };
}

const rowSchema = partial(createContactBody, {
  name: true,
  role: true,
  company: true,
  email: true,
  phone: true,
  notes: true,
});

/** The import of contacts. */
export const contactImport: ImportSpec<Input, StoredContact> = {
  fields,
  naming: {
    fields: ['name', 'email'],
    hint: 'Choose the column that contains the name or the email address.',
  },
  identities: [
    { label: 'email address', fields: ['email'] },
    { label: 'name', fields: ['name'] },
  ],
  quota: null,
  readRows: async (db, rows, reading) => {
    const texts = rows.map((cells) => pickTexts(fields, cells, reading.mapping)['business']);
    const names = [...new Set(texts.flatMap((text) => (text === undefined ? [] : [fold(text)])))];
    const form = createRowForm(await findBusinessIds(db, reading.actor, names));
    return rows.map((cells) => {
      const read = readRow(form, cells, reading);
      if (read.kind === 'rejected') return read;
      const { data, texts: cellTexts, name } = read;
      return {
        kind: 'candidate',
        name,
        input: data,
        keys: toKeys(data),
        show: () =>
          showValues(
            Object.entries({ ...data, businessId: undefined, business: cellTexts['business'] }).map(
              ([key, value]) => [key, value ?? null] as const,
            ),
          ),
      };
    });
  },
  listExisting: async (db, actor, { keys, isLocking }) => {
    const businessIds = keys.flatMap(({ groups }) => groups.flat().map((key) => key.split(' ')[1] ?? ''));
    const stored = await listBusinessContacts(db, actor, {
      businessIds: [...new Set(businessIds)],
      isLocking,
    });
    return stored.map((contact) => ({
      id: contact.id,
      name: contact.name,
      keys: toKeys({ businessId: contact.business_id, email: contact.email, name: contact.name }),
      isInTrash: contact.deleted_at !== null,
      stored: contact,
    }));
  },
  write: (work, batch) => {
    const pick = pickFor(batch.overwrite);
    const columnsOf = ({ name = '', role = 'other', ...input }: Input) => ({
      ...toContactColumns({ ...input, name, role }),
      updated_at: work.now,
    });
    return writeRecords(work, batch, {
      type: 'contact',
      table,
      created: batch.created.map((row) => ({ ...row, columns: columnsOf(row.input) })),
      updated: batch.updated.map((row) => {
        const { id: _id, deleted_at: _deletedAt, ...before } = row.stored;
        const columns = columnsOf({
          businessId: before.business_id,
          name: pick(row.input.name, before.name),
          role: pick(row.input.role, before.role),
          company: pick(row.input.company, before.company),
          email: pick(row.input.email, before.email),
          phone: pick(row.input.phone, before.phone),
          notes: pick(row.input.notes, before.notes),
        });
        return {
          ...row,
          version: before.version,
          before,
          columns,
          changed: listChangedColumns(before, columns),
        };
      }),
      activityType: 'contact.imported',
      concerns: ({ columns }) => ({ business_id: columns.business_id }),
      searchParts: ({ name, company = null, email = null, phone = null }) =>
        searchParts({ name, company, email, phone }),
    });
  },
  analyze: () => Promise.resolve(),
  listNames: (db, key) => listNames(db, table, key),
  undo: {
    lock: (db, key, rows) => lockRecords(db, table, { key, rows, keepReason: sql`NULL` }),
    remove: (db, { workspaceId }, ids) => deleteRecords(db, table, { workspaceId, ids }),
    restore: (db, key, rows) => restoreRecords(db, table, { key, rows }),
  },
};
