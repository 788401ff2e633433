import type { PendingEmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { expect, it, vi } from 'vitest';
import { emptyDraft } from '../email-draft.ts';
import { blankRecord } from './draft-record.ts';
import {
  listPendingDrafts,
  syncDraft,
  getDraftStore,
  DraftMemory,
  type StoredDraft,
} from './pending-drafts.ts';

const updatedAt = '2026-11-20T15:00:00.000Z';
const createServerDraft = (changes: Partial<PendingEmailDraft> = {}): PendingEmailDraft => ({
  threadId: 'one',
  subject: 'There',
  replyToId: null,
  version: 1,
  updatedAt,
  ...changes,
});
const localDraft = (changes: Partial<StoredDraft> = {}): StoredDraft => ({
  subject: 'Here',
  isBlank: false,
  isDirty: false,
  ...changes,
});
const record = (subject: string, more: object = {}) =>
  JSON.stringify({ ...blankRecord, content: { ...emptyDraft, subject, ...more }, isStored: true, base: 3 });

it('combines server drafts with unsaved local drafts', () => {
  const here = new Map([
    ['one', localDraft({ isDirty: true })],
    [null, localDraft({ isDirty: true, subject: 'New' })],
    ['old', localDraft()],
  ]);
  expect(listPendingDrafts(here, [createServerDraft(), createServerDraft({ threadId: 'two' })])).toEqual([
    { threadId: 'one', subject: 'Here', updatedAt },
    { threadId: null, subject: 'New', updatedAt: null },
    { threadId: 'two', subject: 'There', updatedAt },
  ]);
});

it('excludes drafts just discarded here, and includes all local drafts while the server is unreachable', () => {
  expect(
    listPendingDrafts(new Map([['one', localDraft({ isDirty: true, isBlank: true })]]), [
      createServerDraft(),
    ]),
  ).toEqual([]);
  expect(listPendingDrafts(new Map([['one', localDraft()]]), undefined)).toEqual([
    { threadId: 'one', subject: 'Here', updatedAt: null },
  ]);
});

it('is found in this browser by customer, and follows other tabs', () => {
  localStorage.setItem('draft:me:email:ann', record('New'));
  localStorage.setItem('draft:me:email:ann:one', record('Re: Price'));
  localStorage.setItem('draft:me:email:anne', record('Another customer'));
  const shelf = new DraftMemory('draft:me:email:ann');
  expect([...shelf.get().keys()].toSorted()).toEqual([null, 'one'].toSorted());
  const heard = vi.fn<() => void>();
  const stop = shelf.subscribe(heard);
  const tell = (key: string, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  tell('draft:me:email:ann:two', record('Re: Visit'));
  tell('draft:me:email:ann:one', null);
  tell('draft:me:email:anne', record('Another'));
  tell('draft:me:email:ann:two', record('Re: Visit'));
  expect(heard).toHaveBeenCalledTimes(2);
  expect([...shelf.get()].map(([threadId, { subject }]) => [threadId, subject])).toEqual([
    [null, 'New'],
    ['two', 'Re: Visit'],
  ]);
  stop();
});

it('moves drafts from older versions to their thread, and drops those the server does not have', () => {
  const replyTo = { id: 'm1', subject: 'Price', sender: 'Ann', sentAt: updatedAt, text: '' };
  const write = (customerId: string) => {
    const newId = '018f2b1e-0000-7000-8000-000000000001';
    localStorage.setItem(
      `draft:me:email:${customerId}`,
      record('Re: Price', { replyTo: { ...replyTo, id: newId } }),
    );
    return newId;
  };
  const subjectAt = (customerId: string, threadId: string | null) =>
    getDraftStore({ userId: 'me', customerId, threadId }).get().content.subject;

  const replyToId = write('moved');
  syncDraft({ userId: 'me', customerId: 'moved', stored: [createServerDraft({ replyToId })] });
  expect(subjectAt('moved', null)).toBe('');
  expect(subjectAt('moved', 'one')).toBe('Re: Price');

  write('gone');
  syncDraft({ userId: 'me', customerId: 'gone', stored: [createServerDraft()] });
  expect(subjectAt('gone', null)).toBe('');

  write('there');
  syncDraft({
    userId: 'me',
    customerId: 'there',
    stored: [createServerDraft({ threadId: null, replyToId })],
  });
  expect(subjectAt('there', null)).toBe('Re: Price');
});
