import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { removeToken, storeToken } from '#shared/api/stored-session.ts';
import PaperNdaDialog from './paper-nda-dialog.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('#shared/api/upload-with-progress.ts', () => ({ uploadWithProgress: upload }));

beforeEach(() => {
  stubApi({});
  upload.mockReset().mockResolvedValue({});
});

const fillIn = async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const of = {
    buyer: { id: anId(1), name: 'Bea Buyer' },
    business: { id: anId(2), name: 'Bright Dental' },
    dealId: anId(3),
  };
  await openWork(<PaperNdaDialog of={of} onClose={onClose} />);
  await user.type(await screen.findByLabelText('Date signed *'), '2020-01-31');
  const input = screen.getByRole('button', { name: 'Choose file' }).nextElementSibling;
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input');
  await user.upload(input, new File(['%PDF-1.7'], 'nda.pdf', { type: 'application/pdf' }));
  return { user, onClose, submit: () => user.click(screen.getByRole('button', { name: 'Record NDA' })) };
};
const listKeys = (): unknown[] => upload.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);

it('repeats an upload whose answer was lost with the same key, so that it records one NDA', async () => {
  upload.mockRejectedValueOnce(new Error('No answer'));
  const { submit, onClose } = await fillIn();
  await submit();
  expect(await screen.findByRole('alert')).toBeVisible();
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = listKeys();
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(second).toBe(first);
  expect(upload.mock.calls[1]?.[1]).toMatchObject({
    query: { customerId: anId(1), businessIds: [anId(2)], dealId: anId(3), signedOn: '2020-01-31' },
  });
});

it('uploads what was corrected as another NDA', async () => {
  upload.mockRejectedValueOnce(new Error('No answer'));
  const { user, submit, onClose } = await fillIn();
  await submit();
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.type(screen.getByLabelText('Signed by *'), ' Jr.');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(new Set(listKeys()).size).toBe(2);
});

it('restores what was typed before the session ended, without the file', async () => {
  const of = { business: { id: anId(2), name: 'Bright Dental' } };
  const { unmount } = await openWork(<PaperNdaDialog of={of} onClose={vi.fn()} />);
  await userEvent.type(await screen.findByLabelText('Signed by *'), 'Bea Buyer');
  removeToken();
  unmount();
  storeToken('another');
  await openWork(<PaperNdaDialog of={of} onClose={vi.fn()} />);
  expect(await screen.findByLabelText('Signed by *')).toHaveValue('Bea Buyer');
  expect(screen.getByRole('button', { name: 'Choose file' })).toBeVisible();
});
