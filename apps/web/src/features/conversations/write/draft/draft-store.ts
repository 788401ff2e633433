import {
  storedEmailDraft,
  type EmailDraft,
  type StoredEmailDraft,
} from '@handover/contract/conversations/email-drafts.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { emptyDraft, isBlank } from '../email-draft.ts';
import { blankRecord, isSameDraft, saveRecord, readRecord, type DraftRecord } from './draft-record.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';

const saveAfterMs = 1_200;
const firstRetryMs = 5_000;
const maxRetryMs = 60_000;

/** Identifies this tab until it is reloaded. */
const thisTab = createSubmitKey();

/** Both return the server's draft, and throw STALE_VERSION with it if it was changed elsewhere. */
export interface DraftCalls {
  readonly save: (version: number, content: EmailDraft) => Promise<StoredEmailDraft>;
  readonly discard: (version: number) => Promise<StoredEmailDraft>;
}

export interface DraftView {
  readonly content: EmailDraft;
  /** `offline`: the server cannot be reached; `device`: the server rejected it. */
  readonly saveState: 'none' | 'saving' | 'saved' | 'offline' | 'device';
  /** Not saved on the server yet. */
  readonly isDirty: boolean;
  /** The server's draft if it was changed elsewhere during editing. */
  readonly serverDraft: StoredEmailDraft | null;
  /** Whether another tab of this browser is editing. */
  readonly isElsewhere: boolean;
}

/**
 * An email being written: stored in this browser with each change and on the server soon after. Changes by
 * another tab are followed; changes by another device are never overwritten without asking.
 */
export class DraftStore {
  #record: DraftRecord = blankRecord;
  #view: DraftView = {
    content: emptyDraft,
    saveState: 'none',
    isDirty: false,
    serverDraft: null,
    isElsewhere: false,
  };
  #isStored = true;
  #attached = 0;
  #failures = 0;
  #isOffline = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #storageKey: string;
  readonly #calls: DraftCalls;
  #onStored: (draft: StoredEmailDraft) => void = () => undefined;

  constructor(storageKey: string, calls: DraftCalls) {
    this.#storageKey = storageKey;
    this.#calls = calls;
    this.#load();
  }

  readonly get = (): DraftView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Saves, and follows other tabs, until the returned function is called. `onStored` receives each response of the
   * server.
   */
  readonly attach = (onStored: (draft: StoredEmailDraft) => void): (() => void) => {
    this.#attached += 1;
    this.#onStored = onStored;
    if (this.#isStored) this.#load();
    if (this.#record.isDirty) this.#saveSoon(0);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('storage', this.#follow, { signal });
    addEventListener('online', () => this.#saveSoon(0), { signal });
    document.addEventListener('visibilitychange', () => void this.#save(), { signal });
    return () => {
      listening.abort();
      this.#attached -= 1;
      if (this.#timer !== null) void this.#save();
    };
  };

  readonly change = (change: Partial<EmailDraft> | ((content: EmailDraft) => Partial<EmailDraft>)): void => {
    const { content } = this.#record;
    const changed = typeof change === 'function' ? change(content) : change;
    this.#write({ ...content, key: null, ...changed });
  };

  /**
   * The idempotency key for sending, stored with the content, so that a retry after a lost answer sends
   * nothing twice.
   */
  readonly keyForSend = (): string => {
    const { content } = this.#record;
    const key = content.key ?? createSubmitKey();
    if (content.key === null) this.#write({ ...content, key });
    return key;
  };

  /**
   * Saves unsaved changes and returns the version of the server's draft, or null if it has none. ¶ @throws
   * ApiError STALE_VERSION while a conflict is unresolved or another tab is editing.
   */
  readonly saveNow = async (): Promise<number | null> => {
    await this.#saving;
    await this.#save();
    const { serverDraft, isElsewhere } = this.#view;
    if (serverDraft !== null)
      throw createUndecidedError('This draft was changed elsewhere. Choose which one to keep first.');
    if (isElsewhere)
      throw createUndecidedError('You are editing this email in another tab. Send it from there.');
    return this.#record.isStored ? this.#record.base : null;
  };

  /** Clears the draft after sending; the server has cleared its copy. */
  readonly sent = (): void => {
    const { base, isStored } = this.#record;
    this.#stopTimer();
    this.#put({ ...blankRecord, base: isStored ? base + 1 : base });
  };

  /** Clears the draft and returns its content, for an undo with `change`. */
  readonly discard = (): EmailDraft => {
    const { content } = this.#record;
    this.#write(emptyDraft);
    this.#saveSoon(0);
    return content;
  };

  /** Moves the content to another draft unless that draft has content. */
  readonly moveTo = (other: DraftStore): void => {
    if (isBlank(other.#record.content)) {
      other.#put(this.#record);
      other.#saveSoon(0);
    }
    this.forget();
  };

  /** Removes the browser's copy without notifying other tabs. */
  readonly forget = (): void => {
    this.#stopTimer();
    this.#put(blankRecord);
  };

  /** Applies the server's draft. If both changed, the user decides. */
  readonly receive = (stored: StoredEmailDraft): void => {
    const { base, isDirty, content } = this.#record;
    if (this.#saving !== null || this.#view.isElsewhere || stored.version <= base) return;
    if (!isDirty) return this.#adopt(stored);
    this.#meet(stored, content);
  };

  /** Discards the local changes and returns them. */
  readonly acceptTheirs = (): EmailDraft => {
    const { content } = this.#record;
    const { serverDraft } = this.#view;
    if (serverDraft !== null) this.#adopt(serverDraft);
    return content;
  };

  readonly keepMine = (): void => {
    const { serverDraft } = this.#view;
    if (serverDraft === null) return;
    this.#show({ serverDraft: null });
    this.#rebase(serverDraft, { isDirty: true });
  };

  /** Continues in this tab with the other tab's text. */
  readonly editHere = (): void => {
    this.#show({ isElsewhere: false });
    this.#write(this.#record.content);
  };

  #write(content: EmailDraft): void {
    this.#failures = 0;
    this.#put({ ...this.#record, content, isDirty: true, writer: thisTab }, { isElsewhere: false });
    this.#saveSoon(saveAfterMs);
  }

  #put(record: DraftRecord, more: Partial<DraftView> = {}): void {
    this.#record = record;
    this.#isStored = saveRecord(this.#storageKey, record);
    this.#show(more);
  }

  #show(more: Partial<DraftView>): void {
    const view = { ...this.#view, ...more };
    const { content, isDirty } = this.#record;
    this.#view = { ...view, content, isDirty, saveState: this.#stateOf(view) };
    for (const listener of this.#listeners) listener();
  }

  #stateOf({ serverDraft }: DraftView): DraftView['saveState'] {
    const { isDirty, isStored, content } = this.#record;
    if (!isDirty) return isStored ? 'saved' : 'none';
    if (isBlank(content)) return 'none';
    if (serverDraft === null && this.#failures === 0) return 'saving';
    return serverDraft === null && this.#isOffline ? 'offline' : 'device';
  }

  #load(): void {
    // Sent or discarded content is not kept in the browser, but the server's version number is.
    const blank = { ...blankRecord, base: this.#record.base };
    this.#record = readRecord(localStorage.getItem(this.#storageKey)) ?? blank;
    this.#show({ serverDraft: null, isElsewhere: false });
  }

  readonly #follow = ({ key, newValue }: StorageEvent): void => {
    if (key !== this.#storageKey) return;
    const record = readRecord(newValue);
    if (record?.writer === thisTab) {
      // Another tab has stored content written in this tab, so only the server's version is taken from it.
      const { base, isStored } = record;
      if (base > this.#record.base) this.#record = { ...this.#record, base, isStored };
      return;
    }
    this.#stopTimer();
    this.#record = record ?? { ...blankRecord, base: this.#record.base };
    const isElsewhere = record !== null && (record.isDirty || this.#view.isElsewhere);
    this.#show({ isElsewhere, serverDraft: null });
  };

  #saveSoon(ms: number): void {
    this.#stopTimer();
    if (this.#attached === 0 || !this.#record.isDirty) return;
    this.#timer = setTimeout(() => void this.#save(), ms);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #save(): Promise<void> {
    this.#stopTimer();
    this.#saving ??= this.#saveNow().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveNow(): Promise<void> {
    const { content, base, isStored, isDirty } = this.#record;
    if (!isDirty || this.#view.serverDraft !== null || this.#view.isElsewhere) return;
    if (isBlank(content) && !isStored) return this.#put({ ...this.#record, isDirty: false });
    try {
      const stored = await (isBlank(content) ? this.#calls.discard(base) : this.#calls.save(base, content));
      this.#failures = 0;
      this.#goOnFrom(stored, content);
    } catch (error) {
      this.#refused(error, content);
    }
  }

  /** The server now has `content`; later changes still have to be saved. */
  #goOnFrom(stored: StoredEmailDraft, content: EmailDraft): void {
    this.#onStored(stored);
    this.#rebase(stored, { isDirty: !isSameDraft(this.#record.content, content) });
  }

  #rebase({ version: base, content }: StoredEmailDraft, { isDirty }: { isDirty: boolean }): void {
    this.#put({ ...this.#record, base, isStored: content !== null, isDirty }, { serverDraft: null });
    this.#saveSoon(saveAfterMs);
  }

  /** Handles an unexpected server draft: it has the same text, is empty, or is a conflict for the user to resolve. */
  #meet(stored: StoredEmailDraft, content: EmailDraft): void {
    const isNeverSeen = this.#record.base === 0 || stored.version === 0;
    if (stored.content === null && isNeverSeen) this.#rebase(stored, { isDirty: true });
    else if (isSameDraft(stored.content, content)) this.#goOnFrom(stored, content);
    else this.#show({ serverDraft: stored });
  }

  #adopt(stored: StoredEmailDraft): void {
    const own = isBlank(this.#record.content) ? this.#record.content : emptyDraft;
    const content = stored.content ?? own;
    const isStored = stored.content !== null;
    this.#stopTimer();
    this.#put(
      { ...this.#record, content, base: stored.version, isStored, isDirty: false },
      { serverDraft: null },
    );
  }

  #refused(error: unknown, content: EmailDraft): void {
    if (!(error instanceof ApiError)) throw error;
    const current = error.status === 409 ? storedEmailDraft.safeParse(error.current) : null;
    if (current?.success === true) return this.#meet(current.data, content);
    this.#failures += 1;
    this.#isOffline = error.status === 0 || error.status === 429 || error.status >= 500;
    this.#show({});
    if (this.#isOffline) this.#saveSoon(Math.min(firstRetryMs * 2 ** (this.#failures - 1), maxRetryMs));
  }
}

function createUndecidedError(detail: string): ApiError {
  return new ApiError({ status: 409, code: 'STALE_VERSION', detail });
}
