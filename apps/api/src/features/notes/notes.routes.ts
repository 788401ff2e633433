import * as contract from '@handover/contract/notes.ts';
import { paginate } from '#lib/pagination.ts';
import { getCustomerRef } from '#platform/customers/customer.queries.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countNotes, listNoteRows } from './notes.queries.ts';
import { createNote, deleteNote, presentNote, restoreNote, updateNote } from './notes.service.ts';

/** Notes, calls and meetings of a customer. */
export function noteRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  routes.add(contract.listNotes, async ({ actor, params, query, work }) => {
    const { id: customerId } = await getCustomerRef(work.db, actor, params.id);
    const which = { workspaceId: actor.workspaceId, customerId, kind: query.kind };
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['notes', which],
      fetch: (slice) => listNoteRows(work.db, { ...which, ...slice }),
      count: () => countNotes(work.db, which),
      positionOf: (row) => [row.is_pinned, row.occurred_at.toISOString(), row.id],
    });
    return {
      notes: page.rows.map((row) => presentNote(actor, row)),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
  routes.add(contract.createNote, async ({ actor, params, body, work }) => ({
    note: await createNote(work, actor, { customerId: params.id, input: body }),
  }));
  routes.add(contract.updateNote, async ({ actor, params, body, work }) => ({
    note: await updateNote(work, actor, { noteId: params.id, input: body }),
  }));
  routes.add(contract.deleteNote, async ({ actor, params, work }) => deleteNote(work, actor, params.id));
  routes.add(contract.restoreNote, async ({ actor, params, work }) => ({
    note: await restoreNote(work, actor, params.id),
  }));
}
