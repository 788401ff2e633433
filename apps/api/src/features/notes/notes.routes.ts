import * as contract from '@handover/contract/records/notes.ts';
import type { QueryOf } from '@handover/contract/http/endpoint.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { countNotes, listNoteRows, type NoteOwner } from './notes.queries.ts';
import { createNote, deleteNote, presentNote, restoreNote, updateNote } from './notes.service.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { getDealRef } from '#features/deals/deals.public.ts';
import { getCustomerRef } from '#features/customers/customers.public.ts';

/** Notes, calls, and meetings of customers and businesses. */
export function noteRoutes(routes: Routes, { keyring }: Pick<Platform, 'keyring'>): void {
  const list = async (
    work: Work,
    actor: Member,
    { of, query }: { of: NoteOwner; query: QueryOf<typeof contract.listNotes> },
  ) => {
    const which = { workspaceId: actor.workspaceId, of, kind: query.kind };
    const page = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
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
  };

  routes.add(contract.listNotes, async ({ actor, params, query, work }) => {
    const { id } = await getCustomerRef(work.db, actor, params.id);
    return list(work, actor, { of: { column: 'customer_id', id }, query });
  });
  routes.add(contract.listBusinessNotes, async ({ actor, params, query, work }) => {
    const { id } = await getBusinessRef(work.db, actor, params.id);
    return list(work, actor, { of: { column: 'business_id', id }, query });
  });
  routes.add(contract.listDealNotes, async ({ actor, params, query, work }) => {
    const { id } = await getDealRef(work.db, actor, params.id);
    return list(work, actor, { of: { column: 'deal_id', id }, query });
  });
  creationRoutes(routes);
  routes.add(contract.updateNote, async ({ actor, params, body, work }) => ({
    note: await updateNote(work, actor, { noteId: params.id, input: body }),
  }));
  routes.add(contract.deleteNote, async ({ actor, params, work }) => deleteNote(work, actor, params.id));
  routes.add(contract.restoreNote, async ({ actor, params, work }) => ({
    note: await restoreNote(work, actor, params.id),
  }));
}

function creationRoutes(routes: Routes): void {
  routes.add(contract.createDealNote, async ({ actor, params, body: { customerId, ...input }, work }) => ({
    note: await createNote(work, actor, {
      customerId: customerId ?? null,
      businessId: null,
      dealId: params.id,
      input,
    }),
  }));
  routes.add(contract.createNote, async ({ actor, params, body: { businessId, ...input }, work }) => ({
    note: await createNote(work, actor, {
      customerId: params.id,
      businessId: businessId ?? null,
      dealId: null,
      input,
    }),
  }));
  routes.add(
    contract.createBusinessNote,
    async ({ actor, params, body: { customerId, ...input }, work }) => ({
      note: await createNote(work, actor, {
        businessId: params.id,
        customerId: customerId ?? null,
        dealId: null,
        input,
      }),
    }),
  );
}
