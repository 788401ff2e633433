import type { Message } from '@handover/contract/conversations.ts';
import { expect, it } from 'vitest';
import { replySubject, threadsOf } from './conversations.queries.ts';

const message = (id: string, threadId: string, subject: string): Message =>
  ({ id, threadId, subject }) as Message;

it('groups messages by thread, the newest thread first and each read from its beginning', () => {
  const threads = threadsOf([
    message('4', 'a', 'Re: Sale'),
    message('3', 'b', 'Visit'),
    message('2', 'a', 'RE: Sale'),
    message('1', 'a', 'Sale'),
  ]);
  expect(threads.map(({ id, subject, messages }) => [id, subject, messages.map((each) => each.id)])).toEqual([
    ['a', 'Sale', ['1', '2', '4']],
    ['b', 'Visit', ['3']],
  ]);
});

it('answers under the bare subject', () => {
  expect(replySubject('Re: AW: Fwd: Sale')).toBe('Re: Sale');
  expect(replySubject('Sale')).toBe('Re: Sale');
  expect(replySubject('Recent figures')).toBe('Re: Recent figures');
});
