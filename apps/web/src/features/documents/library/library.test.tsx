import { act, fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { storeWorkspaceId } from '#shared/api/stored-session.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { Library } from './library.tsx';

it('uploads nothing of a folder when another workspace is opened while its folders are created', async () => {
  const created = Promise.withResolvers<object>();
  const upload = vi.fn();
  vi.stubGlobal('XMLHttpRequest', upload);
  const calls = stubApi({
    'GET /document-folders': () => ({ folders: [] }),
    'GET /data-rooms': () => ({ rooms: [], total: 0, nextCursor: null }),
    'POST /document-folders': () => created.promise,
  });
  await openWork(
    <Library folderId={null} chooser={createRef()} folderChooser={createRef()}>
      Files
    </Library>,
  );
  const files = ['2024', '2025'].map((folder) =>
    Object.defineProperty(new File(['x'], 'a.pdf'), 'webkitRelativePath', { value: `${folder}/a.pdf` }),
  );
  fireEvent.change(screen.getByLabelText('Folder to upload'), { target: { files } });
  const listCreated = () => calls.filter(({ method }) => method === 'POST');
  await vi.waitFor(() => expect(listCreated()).toHaveLength(1));
  act(() => storeWorkspaceId(anId(2)));
  created.resolve({ folder: { id: anId(3), name: '2024', parentId: null, documentCount: 0, version: 1 } });
  expect(await screen.findByText(/^The upload stopped because your session ended/)).toBeVisible();
  expect(listCreated()).toHaveLength(1);
  expect(upload).not.toHaveBeenCalled();
});
