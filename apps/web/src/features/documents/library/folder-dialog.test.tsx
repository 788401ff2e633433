import type { DocumentFolder } from '@handover/contract/documents/document-folders.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import FolderDialog from './folder-dialog.tsx';

const folder: DocumentFolder = { id: anId(1), name: 'Leases', parentId: null, documentCount: 0, version: 2 };

it('keeps the new name of a folder that a colleague changed meanwhile, and saves it again', async () => {
  const calls = stubApi({
    'GET /document-folders': () => ({ folders: [folder] }),
    'PATCH /document-folders/{id}': () =>
      errorResponse(409, 'STALE_VERSION', { current: { ...folder, version: 3 } }),
  });
  await openWork(
    <FolderDialog folder={folder} parentId={null} onSaved={() => undefined} onClose={() => undefined} />,
  );
  await userEvent.type(await screen.findByLabelText('Name'), ' 2027');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { version: 2, name: 'Leases 2027' },
      { version: 3, name: 'Leases 2027' },
    ]),
  );
});
