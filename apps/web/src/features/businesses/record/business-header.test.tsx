import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBusinessDetail } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, listBodies } from '#test-setup/work.tsx';
import { BusinessHeader } from './business-header.tsx';

it('offers only allowed moves, and asks for a reason if required', async () => {
  const user = userEvent.setup();
  const business = aBusinessDetail(1, { stage: 'on_market', version: 4 });
  const calls = stubApi({ 'POST /businesses/{id}/move': () => ({ business }) });
  await openWork(<BusinessHeader business={business} />);
  await user.click(screen.getByRole('button', { name: 'Move stage' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Under offer',
    'Packaging',
    'Withdrawn',
    'Expired',
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'withdrawn');
  await user.click(screen.getByRole('button', { name: 'Move to Withdrawn' }));
  expect(await screen.findByText('Choose a reason', { ignore: 'option' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason *' }), 'Other');
  await user.click(screen.getByRole('button', { name: 'Move to Withdrawn' }));
  expect(await screen.findByText('Enter a note')).toBeVisible();
  expect(listBodies(calls, 'POST')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Note *' }), 'The owner stays');
  await user.click(screen.getByRole('button', { name: 'Move to Withdrawn' }));
  await waitFor(() =>
    expect(listBodies(calls, 'POST')).toEqual([
      { version: 4, stage: 'withdrawn', reason: 'The owner stays', endReason: 'other' },
    ]),
  );
});

it('asks an administrator why a business without a closed deal is sold', async () => {
  const user = userEvent.setup();
  const business = aBusinessDetail(1, { stage: 'under_offer', version: 4 });
  const requirement = {
    key: 'closed_deal',
    label: 'Closed deal',
    state: 'missing',
    hint: 'Close the deal. The business is then sold',
    isConfirmable: false,
    confirmation: null,
  };
  const calls = stubApi({
    'GET /businesses/{id}/gate': () => ({
      gate: { requirements: [requirement], isOpen: false, earlier: [] },
    }),
    'POST /businesses/{id}/move': () => ({ business }),
  });
  await openWork(<BusinessHeader business={business} />);
  await user.click(screen.getByRole('button', { name: 'Move stage' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason for the override *' });
  await user.type(reason, 'Closed before we used Handover');
  await user.click(screen.getByRole('button', { name: 'Override and move' }));
  const text = 'Closed before we used Handover';
  await waitFor(() =>
    expect(listBodies(calls, 'POST')).toEqual([
      { version: 4, stage: 'sold', reason: text, override: { reason: text } },
    ]),
  );
});

it('keeps the note on a requirement until it is confirmed', async () => {
  const user = userEvent.setup();
  const requirement = {
    key: 'conflict_check',
    label: 'Conflict check',
    state: 'missing',
    hint: null,
    isConfirmable: true,
    confirmation: null,
  };
  let isDown = true;
  const calls = stubApi({
    'GET /businesses/{id}/gate': () => ({
      gate: { requirements: [requirement], isOpen: false, earlier: [] },
    }),
    'POST /businesses/{id}/gate/confirmations': () =>
      isDown ? errorResponse(503, 'UNAVAILABLE') : { gate: { requirements: [], isOpen: true, earlier: [] } },
  });
  await openWork(<BusinessHeader business={aBusinessDetail(1)} />);
  await user.click(screen.getByRole('button', { name: 'Move stage' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm Conflict check' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm: Conflict check' }));
  await user.type(dialog.getByLabelText('Note'), 'Nobody here knows them');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('UNAVAILABLE.')).toBeVisible();
  expect(dialog.getByLabelText('Note')).toHaveValue('Nobody here knows them');
  isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Confirm/ })).toBeNull());
  expect(listBodies(calls, 'POST')).toEqual([
    { requirement: 'conflict_check', note: 'Nobody here knows them' },
    { requirement: 'conflict_check', note: 'Nobody here knows them' },
  ]);
  // Nothing was typed into the dialog below.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers no actions without permissions', async () => {
  stubApi({});
  const abilities = { canUpdate: false, canMove: false, canOverride: false, canDelete: false };
  await openWork(<BusinessHeader business={aBusinessDetail(1, { abilities })} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('asks field by field when somebody else saved first, and saves only my changes over theirs', async () => {
  const user = userEvent.setup();
  const mine = aBusinessDetail(1, {
    city: 'Reno',
    listingNumber: 'A1',
    askingPriceCents: 100_00,
    version: 1,
  });
  const theirs = { ...mine, city: 'Boise', askingPriceCents: 300_00, version: 2 };
  const calls = stubApi({
    'GET /businesses/{id}': () => ({ business: theirs }),
    'PATCH /businesses/{id}': ({ body }) =>
      (body as { version: number }).version === 2
        ? { business: { ...theirs, version: 3 } }
        : errorResponse(409, 'STALE_VERSION'),
  });
  await openWork(<BusinessHeader business={mine} />);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const price = await screen.findByRole('textbox', { name: 'Asking price' }, { timeout: 5_000 });
  await user.clear(price);
  await user.type(price, '200');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Someone else saved changes first' }));
  expect(question.getByText('They also changed: City.')).toBeVisible();
  const asked = within(question.getByRole('group', { name: 'Asking price (changed by both)' }));
  expect(asked.getByRole('radio', { name: 'Theirs 300' })).toBeVisible();
  expect(asked.getByRole('radio', { name: 'Mine 200' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save again' }));
  await waitFor(() =>
    expect(listBodies(calls, 'PATCH')).toEqual([
      { version: 1, askingPriceCents: 200_00 },
      { version: 2, askingPriceCents: 200_00 },
    ]),
  );
}, 20_000);
