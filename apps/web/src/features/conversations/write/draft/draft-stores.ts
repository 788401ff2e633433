import { draftCalls, type DraftPlace } from '../email-draft.queries.ts';
import { DraftMemory } from './draft-memory.ts';
import { DraftStore } from './draft-store.ts';

interface Whose {
  userId: string;
  customerId: string;
}
export type OwnDraft = DraftPlace & Whose;

const stores = new Map<string, DraftStore>();
const shelves = new Map<string, DraftMemory>();

/** The one store of a writer's draft in this tab: a reply starts elsewhere on the page. */
export function draftStoreOf(own: OwnDraft): DraftStore {
  const { threadId } = own;
  const key = threadId === null ? keyOf(own) : `${keyOf(own)}:${threadId}`;
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = new DraftStore(key, draftCalls(own));
  const shelf = shelfOf(own);
  store.subscribe(() => shelf.put(threadId, store.get()));
  stores.set(key, store);
  return store;
}

/** The writer's drafts to a customer as this browser keeps them. */
export function shelfOf(whose: Whose): DraftMemory {
  const key = keyOf(whose);
  const shelf = shelves.get(key) ?? new DraftMemory(key);
  shelves.set(key, shelf);
  return shelf;
}

function keyOf({ userId, customerId }: Whose): string {
  return `draft:${userId}:email:${customerId}`;
}
