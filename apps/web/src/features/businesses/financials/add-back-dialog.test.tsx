import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import AddBackDialog from './add-back-dialog.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('#shared/api/upload-with-progress.ts', () => ({ uploadWithProgress: upload }));

it('uploads a proof, selects it, and keeps a file that was not uploaded', async () => {
  const invoice = { id: anId(20), name: 'invoice.pdf' };
  const isStored = { now: false };
  const calls = stubApi({
    'GET /documents': () => ({ documents: isStored.now ? [invoice] : [], total: 0, nextCursor: null }),
    'POST /businesses/{id}/add-backs': () => ({}),
  });
  await openWork(
    <AddBackDialog business={aBusinessDetail(1)} addBack={null} recasts={[]} onClose={() => undefined} />,
  );
  await userEvent.type(await screen.findByLabelText('Description'), 'Flood');
  await userEvent.type(screen.getByLabelText('Amount'), '5k');
  const input = screen.getByRole('button', { name: 'Upload a proof' }).nextElementSibling;
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input');
  upload.mockRejectedValueOnce(
    new ApiError({ status: 413, code: 'TOO_LARGE', detail: 'Files can be up to 25 MB.' }),
  );
  await userEvent.upload(input, new File(['paid'], 'invoice.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('invoice.pdf was not uploaded. Files can be up to 25 MB.')).toBeVisible();
  upload.mockImplementationOnce(() => {
    isStored.now = true;
    return Promise.resolve({ document: invoice });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByLabelText('Proof')).toHaveDisplayValue('invoice.pdf'));
  expect(upload.mock.lastCall?.[1]).toMatchObject({
    query: { recordType: 'business', recordId: aBusinessDetail(1).id, name: 'invoice.pdf' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      description: 'Flood',
      proofId: invoice.id,
    }),
  );
});
