import * as contract from '@handover/contract/customers/contacts.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { listableContacts } from './contacts.queries.ts';
import { createContact, getContact, presentContact, setDeleted, updateContact } from './contacts.service.ts';

export function contactRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listContacts, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableContacts, {
      keyring,
      work,
      member: actor,
      query,
    });
    return {
      ...page,
      contacts: rows.map((row) => presentContact(actor, row)),
      similar: similar.map((row) => presentContact(actor, row)),
    };
  });
  routes.add(contract.countContacts, ({ actor, query, work }) =>
    countRecords(listableContacts, { work, member: actor, query }),
  );
  routes.add(contract.createContact, async ({ actor, body, work }) => ({
    contact: await createContact(work, actor, body),
  }));
  routes.add(contract.getContact, async ({ actor, params, work }) => ({
    contact: await getContact(work, actor, params.id),
  }));
  routes.add(contract.updateContact, async ({ actor, params, body, work }) => ({
    contact: await updateContact(work, actor, { contactId: params.id, input: body }),
  }));
  routes.add(contract.deleteContact, async ({ actor, params, work }) => {
    await setDeleted(work, actor, { contactId: params.id, isDeleted: true });
  });
  routes.add(contract.restoreContact, async ({ actor, params, work }) => ({
    contact: await setDeleted(work, actor, { contactId: params.id, isDeleted: false }),
  }));
}
