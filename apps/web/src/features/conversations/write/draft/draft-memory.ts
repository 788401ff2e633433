import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { isBlank } from '../email-draft.ts';
import { readRecord } from './draft-record.ts';

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

  /** `key` is the storage key of the new email and the prefix of all others. */
  constructor(key: string) {
    this.#key = key;
    const found = Object.keys(localStorage).flatMap((name): [string | null, StoredDraft][] => {
      const threadId = this.#threadOf(name);
      const kept = summaryOf(readRecord(localStorage.getItem(name)));
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
    const kept = summaryOf(draft);
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

  /** Undefined for a key of something else. */
  #threadOf(key: string): string | null | undefined {
    if (key === this.#key) return null;
    return key.startsWith(`${this.#key}:`) ? key.slice(this.#key.length + 1) : undefined;
  }
}

function summaryOf(draft: { content: EmailDraft; isDirty: boolean } | null): StoredDraft | null {
  if (draft === null) return null;
  const { content, isDirty } = draft;
  return { subject: content.subject, isBlank: isBlank(content), isDirty };
}

function isSame(one: StoredDraft | null, other: StoredDraft | null): boolean {
  return (
    one?.subject === other?.subject && one?.isBlank === other?.isBlank && one?.isDirty === other?.isDirty
  );
}
