import type { OwnQuestion, RoomQuestion } from '@handover/contract/documents/room-questions.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { BuyerQuestions, OwnerQuestions } from './own-questions.tsx';
import PublishDialog from './publish-dialog.tsx';
import QuestionDialog from './question-dialog.tsx';
import RoomQuestions from './room-questions.tsx';

const [roomId, questionId] = [anId(1), anId(2)];
const createdAt = '2026-11-20T15:00:00.000Z';
const question: RoomQuestion = {
  id: questionId,
  dealId: anId(3),
  text: 'Why did revenue fall?',
  state: 'answered',
  author: { id: anId(4), displayName: 'Bea Buyer' },
  createdAt,
  assignee: { id: anId(5), displayName: 'Bo Broker' },
  ownerAnswer: 'Dr. Lee left.',
  answer: null,
  isForAll: false,
  history: [
    {
      id: anId(6),
      type: 'asked',
      actor: { id: anId(4), displayName: 'Bea Buyer' },
      assignee: { id: anId(5), displayName: 'Bo Broker' },
      at: createdAt,
    },
    {
      id: anId(7),
      type: 'answered',
      actor: { id: anId(8), displayName: 'Sam Seller' },
      assignee: null,
      at: createdAt,
    },
  ],
  version: 3,
};
const member = { email: 'a@b.test', photoURL: null, role: 'STAFF' as const };
const members = [
  { id: anId(5), displayName: 'Bo Broker', ...member },
  { id: anId(9), displayName: 'Cal Colleague', ...member },
];
const listing = {
  [`GET /data-rooms/${roomId}/questions`]: () => ({ questions: [question], total: 1, nextCursor: null }),
  'GET /members': () => ({ members }),
};
const createOwnQuestion = (changes: Partial<OwnQuestion>): OwnQuestion => ({
  id: questionId,
  roomId,
  side: 'buyer',
  asker: 'you',
  text: 'Why did revenue fall?',
  createdAt,
  answer: null,
  answerableVersion: null,
  ...changes,
});
const listSentRequests = (calls: readonly { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

it('staff publish the answer of the owner, edited, to all buyers', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...listing,
    'POST /room-questions/{id}/publish': () => ({ question: { ...question, state: 'published' } }),
  });
  await openWork(<RoomQuestions roomId={roomId} canChange />);
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Answer the question' });
  const answer = within(dialog).getByRole('textbox', { name: 'Answer' });
  expect(answer).toHaveValue('Dr. Lee left.');
  await user.clear(answer);
  await user.type(answer, 'A dentist left.');
  await user.click(within(dialog).getByRole('checkbox', { name: /^Publish to all buyers/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent')).toBeVisible();
  const body = { version: 3, answer: 'A dentist left.', isForAll: true };
  expect(listSentRequests(calls)).toEqual([['POST', `/room-questions/${questionId}/publish`, body]]);
});

it.each([
  [{ answer: 'Two dentists left.' }, 'changed the answer to “Two dentists left.”. Saving replaces it with'],
  [
    { isForAll: false },
    'already published this answer only to the buyer who asked. Saving applies your choice',
  ],
  [
    { answer: 'Two dentists left.', isForAll: false },
    'changed the answer to “Two dentists left.”. Saving replaces it with yours. Someone else already published this answer only to the buyer who asked.',
  ],
])('staff see that somebody else changed the answer while they write theirs: %o', async (changed, notice) => {
  const user = userEvent.setup();
  const calls = stubApi({ 'POST /room-questions/{id}/publish': () => ({ question }) });
  const published = { ...question, state: 'published' as const, answer: 'A dentist left.', isForAll: true };
  function Opened() {
    const [now, setNow] = useState<RoomQuestion>(published);
    const change = (): void => setNow({ ...published, ...changed, version: 4 });
    return (
      <>
        <button type="button" onClick={change}>
          Somebody else saves
        </button>
        <PublishDialog question={now} onClose={() => undefined} />
      </>
    );
  }
  await openWork(<Opened />);
  const dialog = await screen.findByRole('dialog', { name: 'Change the answer' });
  expect(within(dialog).queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByText('Somebody else saves'));
  expect(within(dialog).getByRole('alert')).toHaveTextContent(`Someone else ${notice}`);
  expect(within(dialog).getByRole('textbox', { name: 'Answer' })).toHaveValue('A dentist left.');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Answer saved')).toBeVisible();
  const body = { version: 4, answer: 'A dentist left.', isForAll: true };
  expect(listSentRequests(calls)).toEqual([['POST', `/room-questions/${questionId}/publish`, body]]);
});

it('staff assign a question, ask the owner again, and read its history', async () => {
  const user = userEvent.setup();
  const answer = () => ({ question });
  const calls = stubApi({
    ...listing,
    'PATCH /room-questions/{id}': answer,
    'POST /room-questions/{id}/ask-owner': answer,
  });
  await openWork(<RoomQuestions roomId={roomId} canChange />);
  const select = await screen.findByRole('combobox', { name: 'Assigned to' });
  await screen.findByRole('option', { name: 'Cal Colleague' });
  await user.selectOptions(select, 'Cal Colleague');
  expect(await screen.findByText('Question assigned')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for this question' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ask the owner again' }));
  expect(await screen.findByText('Question sent to the owner')).toBeVisible();
  expect(listSentRequests(calls)).toEqual([
    ['PATCH', `/room-questions/${questionId}`, { version: 3, assigneeId: anId(9) }],
    ['POST', `/room-questions/${questionId}/ask-owner`, { version: 3 }],
  ]);
  const history = screen.getByText('History').closest('details');
  expect(history).toHaveTextContent(
    /Bea Buyer asked the question, assigned to Bo Broker, .*Sam Seller answered as the owner/,
  );
});

it('nothing is changed in a frozen room', async () => {
  stubApi(listing);
  await openWork(<RoomQuestions roomId={roomId} canChange={false} />);
  expect(await screen.findByText('Why did revenue fall?')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('a buyer asks, and reads answers without names', async () => {
  const user = userEvent.setup();
  const another = createOwnQuestion({
    id: anId(10),
    asker: 'other',
    text: 'Is the lease long?',
    answer: 'Until 2031.',
  });
  const calls = stubApi({
    'GET /own-questions': () => ({ questions: [createOwnQuestion({}), another] }),
    [`POST /own-rooms/${roomId}/questions`]: () => ({ question: createOwnQuestion({}) }),
  });
  await openWork(<BuyerQuestions roomId={roomId} canAsk />);
  expect(await screen.findByText('Waiting for an answer')).toBeVisible();
  expect(screen.getByText(/^Asked by another buyer/)).toBeVisible();
  expect(screen.getByText('Until 2031.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask a question' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask a question' });
  await user.click(within(dialog).getByRole('button', { name: 'Send question' }));
  expect(await within(dialog).findByText('Required')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Question' }), 'Who is the landlord?');
  await user.click(within(dialog).getByRole('button', { name: 'Send question' }));
  expect(await screen.findByText('Question sent')).toBeVisible();
  expect(listSentRequests(calls)).toEqual([
    ['POST', `/own-rooms/${roomId}/questions`, { text: 'Who is the landlord?' }],
  ]);
});

it('an advisor without permission to ask reads their buyer’s questions, or sees none', async () => {
  let questions = [createOwnQuestion({ asker: 'team' })];
  stubApi({ 'GET /own-questions': () => ({ questions }) });
  const { unmount } = await openWork(<BuyerQuestions roomId={roomId} canAsk={false} />);
  expect(await screen.findByText(/^Asked by your team/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  questions = [];
  await openWork(<BuyerQuestions roomId={roomId} canAsk={false} />);
  expect(screen.queryByRole('heading')).toBeNull();
});

it('an owner answers what was asked of them, until it is published', async () => {
  const user = userEvent.setup();
  const open = createOwnQuestion({ side: 'seller', asker: 'other', answerableVersion: 2 });
  const published = createOwnQuestion({
    ...open,
    id: anId(11),
    text: 'And the staff?',
    answerableVersion: null,
  });
  const calls = stubApi({
    'GET /own-questions': () => ({ questions: [open, published] }),
    'POST /own-questions/{id}/answer': () => ({ question: open }),
  });
  await openWork(<OwnerQuestions roomId={roomId} name="Abbott Dental" />);
  await user.click(await screen.findByRole('button', { name: 'Answer' }));
  expect(screen.getAllByText('Your broker has answered the buyer.')).toHaveLength(1);
  const dialog = await screen.findByRole('dialog', { name: 'Answer the question' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Answer' }), 'A dentist left.');
  await user.click(within(dialog).getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent to your broker')).toBeVisible();
  expect(listSentRequests(calls)).toEqual([
    ['POST', `/own-questions/${questionId}/answer`, { version: 2, answer: 'A dentist left.' }],
  ]);
});

it('an owner sees that a co-owner or the broker answered while they write, and keeps the text', async () => {
  const user = userEvent.setup();
  const open = createOwnQuestion({ side: 'seller', asker: 'other', answerableVersion: 2 });
  const calls = stubApi({ 'POST /own-questions/{id}/answer': () => ({ question: open }) });
  const close = vi.fn();
  function Opened() {
    const [now, setNow] = useState<OwnQuestion>(open);
    return (
      <>
        <button type="button" onClick={() => setNow({ ...open, answer: 'Ask Sam.', answerableVersion: 3 })}>
          Co-owner answers
        </button>
        <button type="button" onClick={() => setNow({ ...open, answerableVersion: null })}>
          Broker publishes
        </button>
        <QuestionDialog roomId={roomId} question={now} onClose={close} />
      </>
    );
  }
  await openWork(<Opened />);
  const dialog = await screen.findByRole('dialog', { name: 'Answer the question' });
  const answer = within(dialog).getByRole('textbox', { name: 'Answer' });
  await user.type(answer, 'A dentist left.');
  expect(within(dialog).queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByText('Co-owner answers'));
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    'The answer was changed to “Ask Sam.”. Sending replaces it with yours.',
  );
  fireEvent.click(screen.getByText('Broker publishes'));
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    'Your broker has published the answer, so yours can no longer be sent.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Send answer' }));
  expect(answer).toHaveValue('A dentist left.');
  expect(close).not.toHaveBeenCalled();
  expect(listSentRequests(calls)).toEqual([]);
});
