import type { OwnSigning } from '@handover/contract/agreements/agreements.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import OwnAgreements from './own-agreements.tsx';

const pending: OwnSigning = {
  id: anId(1),
  state: 'pending',
  title: 'NDA',
  text: 'Keep it confidential.',
  textSha256: 'a'.repeat(64),
  customerName: 'Bo Buyer',
  workspaceName: 'Team 1',
  senderName: 'Avery Collins',
  deadline: '2026-12-11T15:00:00.000Z',
  signedAt: null,
  expiresOn: null,
  hasPdf: false,
};
const signed: OwnSigning = { ...pending, state: 'in_force', signedAt: '2026-11-27T15:00:00.000Z' };

async function sign(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Read and sign' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign: NDA' });
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign' }));
}

it('confirms what was signed, also when the response to an earlier try got lost', async () => {
  let own = pending;
  stubApi({
    'GET /own-agreements': () => ({ agreements: [own] }),
    'POST /own-agreements/{id}/sign': () => {
      own = signed;
      return errorResponse(409, 'CONFLICT');
    },
  });
  await openWork(<OwnAgreements />);
  await sign();
  expect(await screen.findByText('Agreement signed')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps the form with the reason when the agreement is still open', async () => {
  const detail = 'The text on this page has changed.';
  stubApi({
    'GET /own-agreements': () => ({ agreements: [pending] }),
    'POST /own-agreements/{id}/sign': () => errorResponse(409, 'CONFLICT', { detail }),
  });
  await openWork(<OwnAgreements />);
  await sign();
  expect(await screen.findByText(detail)).toBeVisible();
});

async function openSigning() {
  const calls = stubApi({
    'GET /own-agreements': () => ({ agreements: [pending] }),
    'POST /own-agreements/{id}/sign': () => ({ agreement: { ...pending, state: 'in_force' } }),
  });
  const { unmount } = await openWork(<OwnAgreements />);
  await userEvent.click(await screen.findByRole('button', { name: 'Read and sign' }));
  return { calls, unmount };
}

it('restores a drawn signature, but not the consent, when the session ended before it was sent', async () => {
  const first = await openSigning();
  await userEvent.click(screen.getByRole('radio', { name: 'Draw it' }));
  const pad = screen.getByRole('img', { name: 'Draw your signature here' });
  pad.setPointerCapture = vi.fn();
  fireEvent.pointerDown(pad);
  await userEvent.click(screen.getByRole('checkbox'));
  first.unmount();

  const { calls } = await openSigning();
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Your drawn signature' })).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    hasConsented: true,
    signature: { kind: 'drawn', name: 'Bo Buyer' },
  });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
});

it('closes without an answer, and keeps what was entered', async () => {
  const { calls } = await openSigning();
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign: NDA' }));
  expect(dialog.getByRole('heading', { name: 'Sign: NDA' })).toBeVisible();
  const name = dialog.getByLabelText('Your full name');
  await userEvent.type(name, ' Jr.');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Read and sign' }));
  expect(await screen.findByLabelText('Your full name')).toHaveValue('Bo Buyer Jr.');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});
