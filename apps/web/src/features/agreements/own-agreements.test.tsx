import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import OwnAgreements from './own-agreements.tsx';

afterEach(() => vi.unstubAllGlobals());

const signing = {
  id: anId(1),
  state: 'pending',
  title: 'Mutual NDA',
  text: 'The parties agree.',
  textSha256: 'a'.repeat(64),
  customerName: 'Bea Buyer',
  workspaceName: 'Team 2',
  senderName: 'Sam Staff',
  deadline: '2040-01-01T00:00:00.000Z',
  signedAt: null,
  expiresOn: null,
  hasPdf: false,
};

async function openSigning() {
  const calls = stubApi({
    'GET /own-agreements': () => ({ agreements: [signing] }),
    'POST /own-agreements/{id}/sign': () => ({ agreement: { ...signing, state: 'in_force' } }),
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
    signature: { kind: 'drawn', name: 'Bea Buyer' },
  });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
});
