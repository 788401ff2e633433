import { storedEmailDraft, type EmailDraft, type StoredEmailDraft } from '@handover/contract/email-drafts.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { newSubmitKey } from '#shared/api/new-submit-key.ts';
import { emptyDraft, isBlank } from '../email-draft.ts';
import { blankRecord, isSameDraft, keepRecord, readRecord, type DraftRecord } from './draft-record.ts';

const saveAfterMs = 1_200;
const firstRetryMs = 5_000;
const maxRetryMs = 60_000;

/** Of this tab; a reload makes another one of it. */
const thisTab = newSubmitKey();

/** Both answer with the draft as the server has it then, and throw STALE_VERSION with it when it was changed. */
export interface DraftCalls {
  readonly save: (version: number, content: EmailDraft) => Promise<StoredEmailDraft>;
  readonly discard: (version: number) => Promise<StoredEmailDraft>;
}

export interface DraftView {
  readonly content: EmailDraft;
  /** `offline`: the server cannot be reached; `device`: it did not take it. */
  readonly saveState: 'none' | 'saving' | 'saved' | 'offline' | 'device';
  /** Whether the server does not have this content yet. */
  readonly isDirty: boolean;
  /** What the server holds, where it was changed elsewhere while this was written. */
  readonly theirs: StoredEmailDraft | null;
  /** Whether another tab of this browser is the one that writes. */
  readonly isElsewhere: boolean;
}

/**
 * An email being written: kept in this browser at each change and on the server soon after. What another
 * tab writes is followed; what another device wrote is never written over without asking.
 */
export class DraftStore {
  #record: DraftRecord = blankRecord;
  #view: DraftView = {
    content: emptyDraft,
    saveState: 'none',
    isDirty: false,
    theirs: null,
    isElsewhere: false,
  };
  #isKept = true;
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

  /** Saves and follows other tabs from now on, until what is returned is called. `onStored` hears of each answer of the server. */
  readonly attach = (onStored: (draft: StoredEmailDraft) => void): (() => void) => {
    this.#attached += 1;
    this.#onStored = onStored;
    if (this.#isKept) this.#load();
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

  /** The key to send the content with, kept with it, so that an answer that got lost sends nothing twice. */
  readonly keyForSend = (): string => {
    const { content } = this.#record;
    const key = content.key ?? newSubmitKey();
    if (content.key === null) this.#write({ ...content, key });
    return key;
  };

  /**
   * Saves what is not saved yet, and gives the version of the server's draft, or null where it has none.
   * @throws ApiError STALE_VERSION while it is not decided which of two drafts stays, or another tab writes.
   */
  readonly settle = async (): Promise<number | null> => {
    await this.#saving;
    await this.#save();
    const { theirs, isElsewhere } = this.#view;
    if (theirs !== null) throw undecided('This draft was changed elsewhere. Choose first which one to keep.');
    if (isElsewhere) throw undecided('You are writing this email in another tab. Send it there.');
    return this.#record.isStored ? this.#record.base : null;
  };

  /** Empties the draft once it was sent: the server did the same with its own. */
  readonly sent = (): void => {
    const { base, isStored } = this.#record;
    this.#stopTimer();
    this.#put({ ...blankRecord, base: isStored ? base + 1 : base });
  };

  /** Empties the draft and gives what it was, for an undo by `change`. */
  readonly discard = (): EmailDraft => {
    const { content } = this.#record;
    this.#write(emptyDraft);
    this.#saveSoon(0);
    return content;
  };

  /** Gives what it holds to another draft, unless that holds something of its own. */
  readonly moveTo = (other: DraftStore): void => {
    if (isBlank(other.#record.content)) {
      other.#put(this.#record);
      other.#saveSoon(0);
    }
    this.forget();
  };

  /** Drops what this browser keeps, and tells nobody. */
  readonly forget = (): void => {
    this.#stopTimer();
    this.#put(blankRecord);
  };

  /** Takes in what the server holds. Where both were changed, a person decides. */
  readonly receive = (stored: StoredEmailDraft): void => {
    const { base, isDirty, content } = this.#record;
    if (this.#saving !== null || this.#view.isElsewhere || stored.version <= base) return;
    if (!isDirty) return this.#adopt(stored);
    this.#meet(stored, content);
  };

  /** Gives up what was written here, and returns it. */
  readonly acceptTheirs = (): EmailDraft => {
    const { content } = this.#record;
    const { theirs } = this.#view;
    if (theirs !== null) this.#adopt(theirs);
    return content;
  };

  readonly keepMine = (): void => {
    const { theirs } = this.#view;
    if (theirs === null) return;
    this.#show({ theirs: null });
    this.#rebase(theirs, { isDirty: true });
  };

  /** Goes on in this tab with what the other one wrote. */
  readonly writeHere = (): void => {
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
    this.#isKept = keepRecord(this.#storageKey, record);
    this.#show(more);
  }

  #show(more: Partial<DraftView>): void {
    const view = { ...this.#view, ...more };
    const { content, isDirty } = this.#record;
    this.#view = { ...view, content, isDirty, saveState: this.#stateOf(view) };
    for (const listener of this.#listeners) listener();
  }

  #stateOf({ theirs }: DraftView): DraftView['saveState'] {
    const { isDirty, isStored, content } = this.#record;
    if (!isDirty) return isStored ? 'saved' : 'none';
    if (isBlank(content)) return 'none';
    if (theirs === null && this.#failures === 0) return 'saving';
    return theirs === null && this.#isOffline ? 'offline' : 'device';
  }

  #load(): void {
    // What was discarded or sent is not kept, but how far the server was with it.
    const blank = { ...blankRecord, base: this.#record.base };
    this.#record = readRecord(localStorage.getItem(this.#storageKey)) ?? blank;
    this.#show({ theirs: null, isElsewhere: false });
  }

  readonly #follow = ({ key, newValue }: StorageEvent): void => {
    if (key !== this.#storageKey) return;
    const record = readRecord(newValue);
    if (record?.writer === thisTab) {
      // Another tab tells only how far the server is.
      const { base, isStored } = record;
      if (base > this.#record.base) this.#record = { ...this.#record, base, isStored };
      return;
    }
    this.#stopTimer();
    this.#record = record ?? { ...blankRecord, base: this.#record.base };
    const isElsewhere = record !== null && (record.isDirty || this.#view.isElsewhere);
    this.#show({ isElsewhere, theirs: null });
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
    if (!isDirty || this.#view.theirs !== null || this.#view.isElsewhere) return;
    if (isBlank(content) && !isStored) return this.#put({ ...this.#record, isDirty: false });
    try {
      const stored = await (isBlank(content) ? this.#calls.discard(base) : this.#calls.save(base, content));
      this.#failures = 0;
      this.#goOnFrom(stored, content);
    } catch (error) {
      this.#refused(error, content);
    }
  }

  /** The server has `content` now; what was written meanwhile is still to be saved. */
  #goOnFrom(stored: StoredEmailDraft, content: EmailDraft): void {
    this.#onStored(stored);
    this.#rebase(stored, { isDirty: !isSameDraft(this.#record.content, content) });
  }

  #rebase({ version: base, content }: StoredEmailDraft, { isDirty }: { isDirty: boolean }): void {
    this.#put({ ...this.#record, base, isStored: content !== null, isDirty }, { theirs: null });
    this.#saveSoon(saveAfterMs);
  }

  /** The server holds something else than it should: the same, nothing, or what only a person can weigh. */
  #meet(stored: StoredEmailDraft, content: EmailDraft): void {
    const isNeverSeen = this.#record.base === 0 || stored.version === 0;
    if (stored.content === null && isNeverSeen) this.#rebase(stored, { isDirty: true });
    else if (isSameDraft(stored.content, content)) this.#goOnFrom(stored, content);
    else this.#show({ theirs: stored });
  }

  #adopt(stored: StoredEmailDraft): void {
    const own = isBlank(this.#record.content) ? this.#record.content : emptyDraft;
    const content = stored.content ?? own;
    const isStored = stored.content !== null;
    this.#stopTimer();
    this.#put({ ...this.#record, content, base: stored.version, isStored, isDirty: false }, { theirs: null });
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

function undecided(detail: string): ApiError {
  return new ApiError({ status: 409, code: 'STALE_VERSION', detail });
}
