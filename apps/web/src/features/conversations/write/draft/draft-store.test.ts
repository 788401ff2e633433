import type { EmailDraft, StoredEmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { emptyDraft } from '../email-draft.ts';
import { DraftStore } from './draft-store.ts';

const storageKey = 'draft:me:email:ann';
const createContent = (subject: string): EmailDraft => ({ ...emptyDraft, subject });

/** A fake server with one draft, which rejects changes like the real one. */
class Server {
  stored: StoredEmailDraft = { version: 0, content: null, updatedAt: null };
  isDown = false;
  saves = 0;

  readonly calls = {
    save: (version: number, next: EmailDraft): Promise<StoredEmailDraft> => this.#write(version, next),
    discard: (version: number): Promise<StoredEmailDraft> => this.#write(version, null),
  };

  async #write(version: number, next: EmailDraft | null): Promise<StoredEmailDraft> {
    await Promise.resolve();
    if (this.isDown) throw new ApiError({ status: 0, code: 'NETWORK', detail: 'Unreachable' });
    if (version !== this.stored.version)
      throw new ApiError({ status: 409, code: 'STALE_VERSION', detail: 'Stale', current: this.stored });
    this.saves += 1;
    this.stored = { version: version + 1, content: next, updatedAt: '2026-11-20T15:00:00.000Z' };
    return this.stored;
  }
}

const open = (server: Server): { store: DraftStore; close: () => void } => {
  const store = new DraftStore(storageKey, server.calls);
  return { store, close: store.attach(() => undefined) };
};
const advanceTime = (ms = 2_000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** Another tab's write is reported by the browser's storage event. */
const changeElsewhere = (newValue: string | null): boolean =>
  dispatchEvent(new StorageEvent('storage', { key: storageKey, newValue }));

beforeEach(() => void vi.useFakeTimers());

it('keeps each change in the browser at once and on the server soon after, several in one call', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'H' });
  store.change({ subject: 'Hello' });
  expect(store.get().saveState).toBe('saving');
  expect(localStorage.getItem(storageKey)).toContain('"subject":"Hello"');
  await advanceTime();
  expect(server).toMatchObject({ saves: 1, stored: { version: 1, content: { subject: 'Hello' } } });
  expect(store.get().saveState).toBe('saved');
  store.change({ subject: 'Hello you' });
  close();
  await advanceTime();
  expect(server.stored.content?.subject).toBe('Hello you');
});

it('resumes after a crash, and saves unsent text', async () => {
  const server = new Server();
  server.isDown = true;
  const first = open(server);
  first.store.change({ subject: 'Half' });
  await advanceTime();
  expect(first.store.get().saveState).toBe('offline');
  server.isDown = false;
  const second = open(server);
  expect(second.store.get().content.subject).toBe('Half');
  await advanceTime();
  expect(server.stored.content?.subject).toBe('Half');
  first.close();
  second.close();
});

it('tries again by itself while the server cannot be reached', async () => {
  const server = new Server();
  server.isDown = true;
  const { store, close } = open(server);
  store.change({ subject: 'Half' });
  await advanceTime();
  server.isDown = false;
  await advanceTime(5_000);
  expect(store.get().saveState).toBe('saved');
  close();
});

it('shows what another device saved, and overwrites nothing unseen', async () => {
  const server = new Server();
  const { store, close } = open(server);
  const serverDraft = { version: 1, content: createContent('Theirs'), updatedAt: null };
  server.stored = serverDraft;
  store.receive(serverDraft);
  expect(store.get()).toMatchObject({ content: { subject: 'Theirs' }, saveState: 'saved' });

  server.stored = { ...serverDraft, version: 2, content: createContent('Theirs again') };
  store.change({ subject: 'Mine' });
  await advanceTime();
  expect(store.get()).toMatchObject({
    content: { subject: 'Mine' },
    saveState: 'device',
    serverDraft: server.stored,
  });
  expect(server.stored.content?.subject).toBe('Theirs again');
  await expect(store.saveNow()).rejects.toThrow('changed elsewhere');

  store.keepMine();
  await advanceTime();
  expect(server.stored).toMatchObject({ version: 3, content: { subject: 'Mine' } });

  server.stored = { ...serverDraft, version: 4, content: createContent('Theirs at last') };
  store.change({ subject: 'Mine too' });
  await advanceTime();
  expect(store.acceptTheirs().subject).toBe('Mine too');
  expect(store.get()).toMatchObject({
    content: { subject: 'Theirs at last' },
    serverDraft: null,
    saveState: 'saved',
  });
  close();
});

it('treats a save as successful if the server already has the content (response lost)', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Hello' });
  server.stored = { version: 1, content: createContent('Hello'), updatedAt: null };
  await advanceTime();
  expect(store.get()).toMatchObject({ serverDraft: null, saveState: 'saved' });
  close();
});

it('notices that another tab writes, follows it, and writes again only on request', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Here' });
  await advanceTime();
  const here = JSON.parse(localStorage.getItem(storageKey) ?? '') as object;
  const there = { ...here, content: createContent('There'), isDirty: true, writer: 'other' };
  localStorage.setItem(storageKey, JSON.stringify(there));
  changeElsewhere(JSON.stringify(there));
  expect(store.get()).toMatchObject({ isElsewhere: true, content: { subject: 'There' } });
  await advanceTime(10_000);
  expect(server.saves).toBe(1);
  store.editHere();
  await advanceTime();
  expect(store.get().isElsewhere).toBe(false);
  expect(server.stored.content?.subject).toBe('There');
  changeElsewhere(null);
  expect(store.get().content).toEqual(emptyDraft);
  close();
});

it('is removed from both when sent, and uses one key for the same values only', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Hello' });
  const key = store.keyForSend();
  expect(store.keyForSend()).toBe(key);
  expect(await store.saveNow()).toBe(1);
  expect(server.stored.content?.key).toBe(key);
  store.sent();
  server.stored = { version: 2, content: null, updatedAt: null };
  expect(localStorage.getItem(storageKey)).toBeNull();
  expect(store.get()).toMatchObject({ content: emptyDraft, saveState: 'none' });
  store.change({ subject: 'Next' });
  expect(store.keyForSend()).not.toBe(key);
  await advanceTime();
  expect(server.stored).toMatchObject({ version: 3, content: { subject: 'Next' } });
  close();
});

it('discards on the server too, and an undo brings it back', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Hello' });
  await advanceTime();
  const discarded = store.discard();
  await advanceTime();
  expect(server.stored).toMatchObject({ version: 2, content: null });
  store.change(discarded);
  await advanceTime();
  expect(server.stored).toMatchObject({ version: 3, content: { subject: 'Hello' } });
  close();
});

it('moves to another thread with its version, and keeps a draft already there', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Re: Price' });
  await advanceTime();
  const thread = new DraftStore(`${storageKey}:1`, server.calls);
  store.moveTo(thread);
  expect(store.get()).toMatchObject({ content: emptyDraft, saveState: 'none' });
  expect(localStorage.getItem(storageKey)).toBeNull();
  expect(thread.get()).toMatchObject({ content: { subject: 'Re: Price' }, saveState: 'saved' });
  const detach = thread.attach(() => undefined);
  thread.change({ subject: 'Re: Price!' });
  await advanceTime();
  expect(server.stored).toMatchObject({ version: 2, content: { subject: 'Re: Price!' } });
  store.change({ subject: 'New' });
  store.moveTo(thread);
  expect(thread.get().content.subject).toBe('Re: Price!');
  detach();
  close();
});

it('starts over if the server no longer has the draft', async () => {
  const server = new Server();
  const { store, close } = open(server);
  store.change({ subject: 'Half' });
  await advanceTime();
  server.stored = { version: 0, content: null, updatedAt: null };
  store.change({ subject: 'Half a sentence' });
  await advanceTime(4_000);
  expect(store.get()).toMatchObject({ serverDraft: null, saveState: 'saved' });
  expect(server.stored).toMatchObject({ version: 1, content: { subject: 'Half a sentence' } });
  close();
});
