import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { RequestUpload } from './request-upload.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('#shared/api/upload-with-progress.ts', () => ({ uploadWithProgress: upload }));

const request = {
  id: anId(1),
  title: 'Licenses',
  folder: { id: anId(2), name: 'Licenses' },
  state: 'requested' as const,
  dueOn: null,
  expiresOn: null,
  refusal: null,
  documents: [],
  verifiedBy: null,
  verifiedAt: null,
  version: 1,
};
const createFile = (name: string, type: string, text = name) => new File([text], name, { type });
const choose = async (files: File[]) => {
  const user = userEvent.setup({ applyAccept: false });
  await openWork(<RequestUpload request={request} />);
  const button = await screen.findByRole('button', { name: 'Upload Licenses' });
  const input = button.nextElementSibling;
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input');
  await user.upload(input, files);
  return user;
};
const attest = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('checkbox', { name: 'These files contain no patient information' }));

beforeEach(() => {
  stubApi({});
  upload.mockReset().mockResolvedValue({ request });
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});

it('uploads photos as one PDF, in the chosen order', async () => {
  const user = await choose([
    createFile('a.jpg', 'image/jpeg'),
    createFile('b.png', 'image/png', 'bb'),
    createFile('c.jpg', 'image/jpeg', 'ccc'),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Licenses' });
  const act = async (page: string, action: string) => {
    await user.click(within(dialog).getByRole('button', { name: `Actions for ${page}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  await act('Page 3', 'Move up');
  await act('Page 1', 'Remove');
  await user.click(within(dialog).getByRole('button', { name: 'Upload 2 pages' }));
  expect(await within(dialog).findByText('Confirm this to upload.')).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
  await attest(user);
  await user.click(within(dialog).getByRole('button', { name: 'Upload 2 pages' }));
  expect(await screen.findByText('Photos uploaded as one PDF')).toBeVisible();
  expect(upload).toHaveBeenCalledOnce();
  const [endpoint, call] = upload.mock.calls[0] ?? [];
  expect([endpoint.path, call.query]).toEqual([
    '/room-requests/{id}/photos',
    { sizes: '3,2', attestation: '1' },
  ]);
  expect(await call.file.text()).toBe('cccbb');
});

it('asks before photos are lost by Escape', async () => {
  const user = await choose([createFile('a.jpg', 'image/jpeg')]);
  const dialog = await screen.findByRole('dialog', { name: 'Licenses' });
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Close without saving?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it('uploads other files as they are, once somebody confirms that they have no patient information', async () => {
  const user = await choose([createFile('lease.pdf', 'application/pdf'), createFile('a.txt', 'text/plain')]);
  const dialog = await screen.findByRole('dialog', { name: 'Upload 2 files' });
  expect(within(dialog).getByText('lease.pdf')).toBeVisible();
  expect(within(dialog).getByRole('checkbox')).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(dialog).findByText('Confirm this to upload.')).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
  await attest(user);
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('2 files uploaded')).toBeVisible();
  expect(upload.mock.calls.map(([{ path }, { query }]) => [path, query])).toEqual(
    ['lease.pdf', 'a.txt'].map((name) => ['/room-requests/{id}/documents', { name, attestation: '1' }]),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says why photos were refused, and keeps them', async () => {
  const { ApiError } = await import('#shared/api/api-error.ts');
  const user = await choose(
    Array.from({ length: 31 }, (_, i) => createFile(`${String(i)}.jpg`, 'image/jpeg')),
  );
  await user.click(await screen.findByRole('button', { name: 'Upload 31 pages' }));
  expect(await screen.findByText(/at most 30 photos/)).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Actions for Page 31' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  upload.mockRejectedValue(
    new ApiError({
      status: 400,
      code: 'INVALID_INPUT',
      detail: 'Photo 2 is damaged or incomplete.',
    }),
  );
  await attest(user);
  await user.click(screen.getByRole('button', { name: 'Upload 30 pages' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'Page 30' })).toBeVisible();
  upload.mockResolvedValue({ request });
  await user.click(screen.getByRole('button', { name: 'Upload 30 pages' }));
  expect(await screen.findByText('Photos uploaded as one PDF')).toBeVisible();
  const [first, second] = upload.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
  expect(second).toBe(first);
});

it('says which files were not uploaded, and tries those again without a second copy', async () => {
  upload.mockResolvedValueOnce({ request }).mockRejectedValueOnce(new Error('Connection lost.'));
  const user = await choose([
    createFile('a.pdf', 'application/pdf'),
    createFile('b.pdf', 'application/pdf'),
    createFile('c.pdf', 'application/pdf'),
  ]);
  const dialog = await screen.findByRole('dialog');
  await attest(user);
  await user.click(within(dialog).getByRole('button', { name: /^Upload/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('b.pdf and 1 more were not uploaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('2 files uploaded')).toBeVisible();
  const sent = upload.mock.calls.map(([, { file: one, idempotencyKey }]) => [one.name, idempotencyKey]);
  expect(sent.map(([name]) => name)).toEqual(['a.pdf', 'b.pdf', 'b.pdf', 'c.pdf']);
  expect(sent[1]).toEqual(sent[2]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps a file that was not uploaded while the next one is, and takes one choice at a time', async () => {
  const answers: ((isDone: boolean) => void)[] = [];
  upload.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answers.push((isDone) => (isDone ? resolve({ request }) : reject(new Error('No connection'))));
      }),
  );
  const user = await choose([createFile('first.pdf', 'application/pdf')]);
  await attest(user);
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  const button = screen.getByRole('button', { name: 'Upload Licenses' });
  await waitFor(() => expect(button).toBeDisabled());
  answers[0]?.(false);
  expect(await screen.findByText(/^first\.pdf was not uploaded/)).toBeVisible();
  const input = button.nextElementSibling;
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.upload(input, [createFile('second.pdf', 'application/pdf')]);
  await attest(user);
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(true);
  expect(await screen.findByText('File uploaded')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  answers[2]?.(true);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument());
  expect(upload.mock.calls.map(([, { file: sent }]) => sent.name)).toEqual([
    'first.pdf',
    'second.pdf',
    'first.pdf',
  ]);
});
