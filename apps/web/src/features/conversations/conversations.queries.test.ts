import type { Message } from '@handover/contract/conversations/conversations.ts';
import { expect, it } from 'vitest';
import { getReplySubject, groupByThread } from './conversations.queries.ts';

const createMessage = (id: string, threadId: string, subject: string): Message =>
  ({ id, threadId, subject }) as Message;

it('groups messages by thread, the newest thread first and each read from its beginning', () => {
  const threads = groupByThread([
    createMessage('4', 'a', 'Re: Sale'),
    createMessage('3', 'b', 'Visit'),
    createMessage('2', 'a', 'RE: Sale'),
    createMessage('1', 'a', 'Sale'),
  ]);
  expect(threads.map(({ id, subject, messages }) => [id, subject, messages.map((each) => each.id)])).toEqual([
    ['a', 'Sale', ['1', '2', '4']],
    ['b', 'Visit', ['3']],
  ]);
});

it('answers under the bare subject', () => {
  expect(getReplySubject('Re: AW: Fwd: Sale')).toBe('Re: Sale');
  expect(getReplySubject('Sale')).toBe('Re: Sale');
  expect(getReplySubject('Recent figures')).toBe('Re: Recent figures');
});
