import type { DealClosing, UpdateClosing } from '@handover/contract/deals/deal-closing.ts';
import type { DiligenceRequest } from '@handover/contract/deals/diligence-requests.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aDeal } from '#test-setup/deals.ts';
import { anId } from '#test-setup/records.ts';
import { openUpdated, openWork, errorResponse, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import AnswerDialog from './answer-dialog.tsx';
import ClosingSection from './closing-section.tsx';
import FundsDialog from './funds-dialog.tsx';
import ItemDialog from './item-dialog.tsx';
import RequestDialog from './request-dialog.tsx';
import ReturnDialog from './return-dialog.tsx';

const deal = aDeal(1);
const item = {
  key: 'lease',
  area: 'lease',
  title: 'Lease assigned',
  hint: null,
  state: 'open',
  doneOn: null,
  note: null,
  changedBy: null,
  changedAt: null,
} as const;
const closing: DealClosing = {
  dealId: deal.id,
  checklist: [item],
  fundsFlow: [],
  differenceCents: null,
  dates: {},
  canUpdate: true,
  canUpdateDates: true,
  version: 3,
};

beforeAll(() => import('./item-dialog.tsx'));

async function open(first: DealClosing): Promise<Call[]> {
  let stored = first;
  const calls = stubApi({
    'GET /deals/{id}/closing': () => ({ closing: stored }),
    'PATCH /deals/{id}/closing': ({ body }) => {
      const { item: change, dates } = body as { item?: object; dates?: object };
      const changed = {
        changedBy: { id: anId(9), displayName: 'Ada Admin' },
        changedAt: '2026-11-20T12:00:00Z',
      };
      stored = {
        ...stored,
        checklist: change === undefined ? stored.checklist : [{ ...item, ...change, ...changed }],
        dates: { ...stored.dates, ...dates },
        version: stored.version + 1,
      };
      return { closing: stored };
    },
  });
  await openWork(<ClosingSection deal={deal} />);
  await screen.findByText('Lease assigned');
  return calls;
}

it('takes the day and a note of an item, and shows who changed it', async () => {
  const user = userEvent.setup();
  const calls = await open(closing);
  await user.click(screen.getByRole('button', { name: 'Date and note for “Lease assigned”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lease assigned' }));
  await user.selectOptions(dialog.getByLabelText('Status'), 'Done');
  await user.type(dialog.getByLabelText('Note'), 'Landlord signed');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Landlord signed')).toBeVisible();
  expect(screen.getByText(/Changed by Ada Admin/)).toBeVisible();
  expect(listBodies(calls)).toEqual([
    { version: 3, item: { key: 'lease', state: 'done', doneOn: null, note: 'Landlord signed' } },
  ]);
});

it('allows changes only to the dates of a closed deal', async () => {
  const user = userEvent.setup();
  const calls = await open({ ...closing, canUpdate: false });
  expect(screen.queryByRole('button', { name: /^Status of/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add funds flow' })).toBeNull();
  const date = screen.getByLabelText('Escrow release');
  expect(date).toBeEnabled();
  await user.type(date, '2027-12-31');
  await user.tab();
  await waitFor(() =>
    expect(listBodies(calls)).toEqual([{ version: 3, dates: { escrow_release: '2027-12-31' } }]),
  );
});

it('sends quick changes one after another, each with the version that the previous one returned', async () => {
  const user = userEvent.setup();
  const release: (() => void)[] = [];
  const calls = stubApi({
    // Not reloaded after the changes.
    'GET /deals/{id}/closing': () => (release.length > 0 ? new Promise(() => undefined) : { closing }),
    'PATCH /deals/{id}/closing': async ({ body }) => {
      await new Promise<void>((resolve) => release.push(resolve));
      const { version, dates = {} } = body as UpdateClosing;
      return {
        closing: { ...closing, checklist: [{ ...item, state: 'done' }], dates, version: version + 1 },
      };
    },
  });
  await openWork(<ClosingSection deal={deal} />);
  await user.click(await screen.findByRole('button', { name: 'Status of Lease assigned: Open' }));
  // Moving through the choices saves none of them.
  await user.keyboard('{ArrowDown}');
  expect(listBodies(calls)).toEqual([]);
  // Choosing the current status again would replace its day and who set it.
  expect(screen.queryByRole('menuitem', { name: 'Open' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Done' }));
  await user.type(screen.getByLabelText('Escrow release'), '2027-12-31');
  await user.tab();
  expect(listBodies(calls)).toHaveLength(1);
  release[0]?.();
  await waitFor(() => expect(release).toHaveLength(2));
  release[1]?.();
  expect(await screen.findByText('Date saved')).toBeVisible();
  expect(listBodies(calls)).toEqual([
    { version: 3, item: { key: 'lease', state: 'done' } },
    { version: 4, dates: { escrow_release: '2027-12-31' } },
  ]);
  expect(screen.getByRole('button', { name: 'Status of Lease assigned: Done' })).toBeVisible();
  expect(screen.getByLabelText('Escrow release')).toHaveValue('2027-12-31');
});

it('shows the stored date again when a new one is rejected', async () => {
  const user = userEvent.setup();
  stubApi({
    'GET /deals/{id}/closing': () => ({ closing: { ...closing, dates: { holdback: '2027-06-30' } } }),
    'PATCH /deals/{id}/closing': () => errorResponse(409, 'STALE_VERSION', { detail: 'Changed meanwhile.' }),
  });
  await openWork(<ClosingSection deal={deal} />);
  await user.clear(await screen.findByLabelText('Holdback release'));
  await user.tab();
  expect(await screen.findByText('Changed meanwhile.')).toBeVisible();
  expect(screen.getByLabelText('Holdback release')).toHaveValue('2027-06-30');
});

it.each([
  ['the item was changed meanwhile', { ...item, note: 'Landlord wants a deposit' }, 3],
  ['another item was', item, 4],
])('names the version that was read when %s', async (_title, stored, version) => {
  const calls = stubApi({ 'PATCH /deals/{id}/closing': () => errorResponse(409, 'STALE_VERSION') });
  const update = await openUpdated(closing, (shown) => (
    <ItemDialog item={shown.checklist[0] ?? item} closing={shown} onClose={() => undefined} />
  ));
  await userEvent.type(await screen.findByLabelText('Note'), 'Landlord signed');
  update({ ...closing, checklist: [stored], version: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(listBodies(calls)).toMatchObject([{ version, item: { note: 'Landlord signed' } }]),
  );
});

it('replaces a colleague’s funds flow only on the second try', async () => {
  const loan = { side: 'source', label: 'Bank loan', amountCents: 80_000_000 } as const;
  const fundsFlow = [{ ...loan, amountCents: 85_000_000 }];
  const theirs = { ...closing, fundsFlow, version: 4 };
  const calls = stubApi({
    'PATCH /deals/{id}/closing': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    'GET /deals/{id}/offers': () => ({ offers: [] }),
  });
  const update = await openUpdated<DealClosing>({ ...closing, fundsFlow: [loan] }, (shown) => (
    <FundsDialog deal={deal} closing={shown} onClose={() => undefined} />
  ));
  await userEvent.type(await screen.findByLabelText('Item'), ' 7(a)');
  update(theirs);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
  expect(screen.getByLabelText('Item')).toHaveValue('Bank loan 7(a)');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const own = [{ ...loan, label: 'Bank loan 7(a)' }];
  await waitFor(() =>
    expect(listBodies(calls)).toEqual([
      { version: 3, fundsFlow: own },
      { version: 4, fundsFlow: own },
    ]),
  );
});

const request: DiligenceRequest = {
  id: anId(20),
  dealId: deal.id,
  number: 1,
  title: 'Lease terms',
  details: null,
  dueOn: null,
  state: 'open',
  answer: null,
  returnReason: null,
  createdBy: { id: anId(9), displayName: 'Ada Admin' },
  createdAt: '2026-11-20T12:00:00.000Z',
  answeredBy: null,
  answeredAt: null,
  version: 2,
  abilities: { canUpdate: true, canAnswer: true, canReturn: true, canClose: true },
};
const dialogProps = { request, onClose: () => undefined };

it.each([
  ['the answer', 'Answer', 'Send answer', () => <AnswerDialog {...dialogProps} />],
  ['the reason', 'Reason', 'Return', () => <ReturnDialog {...dialogProps} />],
  ['the request', 'Details', 'Save', () => <RequestDialog dealId={deal.id} {...dialogProps} />],
])(
  'keeps %s when the request was changed meanwhile, and sends it again',
  async (_title, label, send, render) => {
    const respond = () => errorResponse(409, 'STALE_VERSION', { current: { ...request, version: 5 } });
    const calls = stubApi({
      'PATCH /diligence-requests/{id}': respond,
      'POST /diligence-requests/{id}/answer': respond,
      'POST /diligence-requests/{id}/return': respond,
    });
    await openWork(render());
    await userEvent.type(await screen.findByLabelText(label), 'Ten years left');
    await userEvent.click(screen.getByRole('button', { name: send }));
    expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveValue('Ten years left');
    await userEvent.click(screen.getByRole('button', { name: send }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toMatchObject([
        { version: 2 },
        { version: 5 },
      ]),
    );
  },
);
