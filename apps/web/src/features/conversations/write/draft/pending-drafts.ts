import type { PendingEmailDraft, EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { emailDraftsQuery, createDraftCalls, type DraftPlace } from '../email-draft.queries.ts';
import { DraftStore } from './draft-store.ts';
import { isBlank } from '../email-draft.ts';
import { readRecord } from './draft-record.ts';

/** A draft that is neither sent nor discarded. */
export interface PendingDraft {
  /** Null for the draft of a new email. */
  readonly threadId: string | null;
  readonly subject: string;
  /** Null while only this browser has it. */
  readonly updatedAt: string | null;
}

/** The user's unfinished drafts to a customer, from this device and from the server. */
export function usePendingDrafts(customerId: string): readonly PendingDraft[] {
  const userId = useUser().id;
  const shelf = getDraftMemory({ userId, customerId });
  const local = useSyncExternalStore(shelf.subscribe, shelf.get);
  const { data } = useQuery(emailDraftsQuery(customerId));
  useEffect(() => {
    if (data !== undefined) syncDraft({ userId, customerId, stored: data.drafts });
  }, [userId, customerId, data]);
  return useMemo(() => listPendingDrafts(local, data?.drafts), [local, data]);
}

/**
 * Merges the drafts of this browser with those of the server; `stored` is undefined until the server has answered.
 * Unsaved local changes take precedence.
 */
export function listPendingDrafts(
  local: ReadonlyMap<string | null, StoredDraft>,
  stored: readonly PendingEmailDraft[] | undefined,
): PendingDraft[] {
  const isDecidedHere = ({ isDirty }: StoredDraft): boolean => isDirty || stored === undefined;
  const here = [...local].filter(([, draft]) => isDecidedHere(draft));
  const there = (stored ?? []).filter(({ threadId }) => here.every(([other]) => other !== threadId));
  return [
    ...here
      .filter(([, draft]) => !draft.isBlank)
      .map(([threadId, { subject }]) => ({
        threadId,
        subject,
        updatedAt: stored?.find((draft) => draft.threadId === threadId)?.updatedAt ?? null,
      })),
    ...there.map(({ threadId, subject, updatedAt }) => ({ threadId, subject, updatedAt })),
  ];
}

/**
 * Earlier releases saved a reply as the draft of a new email. The server has moved it to its thread; this moves the
 * browser's copy too. A copy without unsaved changes that the server no longer has was sent or discarded.
 */
export function syncDraft({
  userId,
  customerId,
  stored,
}: {
  userId: string;
  customerId: string;
  /** The drafts on the server. */
  stored: readonly PendingEmailDraft[];
}): void {
  const misplaced = getDraftStore({ userId, customerId, threadId: null });
  const { content, isDirty } = misplaced.get();
  const homes = stored.filter(({ replyToId }) => replyToId === content.replyTo?.id);
  if (content.replyTo === null || homes.some(({ threadId }) => threadId === null)) return;
  const [home] = homes;
  if (home !== undefined) misplaced.moveTo(getDraftStore({ userId, customerId, threadId: home.threadId }));
  else if (!isDirty) misplaced.forget();
}

interface DraftOwner {
  userId: string;
  customerId: string;
}
export type OwnDraft = DraftPlace & DraftOwner;

const stores = new Map<string, DraftStore>();
const shelves = new Map<string, DraftMemory>();

/** The shared store of a draft in this tab, used by the composer and by actions elsewhere on the page. */
export function getDraftStore(own: OwnDraft): DraftStore {
  const { threadId } = own;
  const key = threadId === null ? getKey(own) : `${getKey(own)}:${threadId}`;
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = new DraftStore(key, createDraftCalls(own));
  const shelf = getDraftMemory(own);
  store.subscribe(() => shelf.put(threadId, store.get()));
  stores.set(key, store);
  return store;
}

/** The user's drafts to a customer in this browser. */
export function getDraftMemory(owner: DraftOwner): DraftMemory {
  const key = getKey(owner);
  const shelf = shelves.get(key) ?? new DraftMemory(key);
  shelves.set(key, shelf);
  return shelf;
}

function getKey({ userId, customerId }: DraftOwner): string {
  return `draft:${userId}:email:${customerId}`;
}

/** A draft stored in this browser. */
export interface StoredDraft {
  readonly subject: string;
  readonly isBlank: boolean;
  /** Not saved on the server yet. */
  readonly isDirty: boolean;
}

/** One user's drafts to one customer in this browser, by thread; null is the draft of a new email. */
export class DraftMemory {
  #drafts: ReadonlyMap<string | null, StoredDraft>;
  readonly #listeners = new Set<() => void>();
  readonly #key: string;

  /** `key` is the storage key of the new email and the prefix of all other keys. */
  constructor(key: string) {
    this.#key = key;
    const found = Object.keys(localStorage).flatMap((name): [string | null, StoredDraft][] => {
      const threadId = this.#threadOf(name);
      const kept = toSummary(readRecord(localStorage.getItem(name)));
      return threadId === undefined || kept === null ? [] : [[threadId, kept]];
    });
    this.#drafts = new Map(found);
  }

  readonly get = (): ReadonlyMap<string | null, StoredDraft> => this.#drafts;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#follow);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) removeEventListener('storage', this.#follow);
    };
  };

  /** Stores a draft; null removes it. */
  readonly put = (threadId: string | null, draft: { content: EmailDraft; isDirty: boolean } | null): void => {
    const kept = toSummary(draft);
    if (isSame(this.#drafts.get(threadId) ?? null, kept)) return;
    const drafts = new Map(this.#drafts);
    if (kept === null) drafts.delete(threadId);
    else drafts.set(threadId, kept);
    this.#drafts = drafts;
    for (const listener of this.#listeners) listener();
  };

  /** Called when another tab writes. */
  readonly #follow = ({ key, newValue }: StorageEvent): void => {
    const threadId = key === null ? undefined : this.#threadOf(key);
    if (threadId !== undefined) this.put(threadId, readRecord(newValue));
  };

  /** Undefined if the key belongs to something else. */
  #threadOf(key: string): string | null | undefined {
    if (key === this.#key) return null;
    return key.startsWith(`${this.#key}:`) ? key.slice(this.#key.length + 1) : undefined;
  }
}

function toSummary(draft: { content: EmailDraft; isDirty: boolean } | null): StoredDraft | null {
  if (draft === null) return null;
  const { content, isDirty } = draft;
  return { subject: content.subject, isBlank: isBlank(content), isDirty };
}

function isSame(one: StoredDraft | null, other: StoredDraft | null): boolean {
  return (
    one?.subject === other?.subject && one?.isBlank === other?.isBlank && one?.isDirty === other?.isDirty
  );
}
