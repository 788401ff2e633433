import { draftCalls } from '../email-draft.queries.ts';
import { DraftStore } from './draft-store.ts';

const stores = new Map<string, DraftStore>();

/** The one store of a writer's draft to a customer in this tab: a reply starts elsewhere on the page. */
export function draftStoreOf({ userId, customerId }: { userId: string; customerId: string }): DraftStore {
  const key = `draft:${userId}:email:${customerId}`;
  const store = stores.get(key) ?? new DraftStore(key, draftCalls(customerId));
  stores.set(key, store);
  return store;
}
