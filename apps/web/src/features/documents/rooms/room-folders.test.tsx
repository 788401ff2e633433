import type { DataRoomDetail } from '@handover/contract/documents/data-rooms.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { RoomFolders } from './room-folders.tsx';

const folder = {
  id: anId(1),
  number: '02',
  name: 'Corporate',
  parentId: null,
  level: 2,
  version: 1,
} as const;
const room = {
  business: { id: anId(5), name: 'Bright Dental' },
  folders: [{ ...folder, documentCount: 3 }],
} as unknown as DataRoomDetail;

it('shows the files of a folder page by page', async () => {
  const user = userEvent.setup();
  const page = (names: readonly string[], nextCursor: string | null) => ({
    documents: names.map((name, index) => ({
      id: anId(100 + index + (nextCursor === null ? 50 : 0)),
      name,
      contentType: 'text/plain',
      kind: 'text',
      sizeBytes: 10,
      audience: 'staff',
      createdBy: { id: anId(3), displayName: 'Avery Admin' },
      createdAt: '2026-11-20T15:00:00.000Z',
      abilities: { canUpdate: false, canDelete: false },
    })),
    total: 3,
    nextCursor,
  });
  const calls = stubApi({
    'GET /documents': ({ query }) =>
      query.get('cursor') === null ? page(['a.txt', 'b.txt'], 'more') : page(['c.txt'], null),
  });
  await openWork(<RoomFolders room={room} canChange={false} />);
  await user.click(screen.getByRole('button', { name: /02 Corporate/ }));
  expect(await screen.findByRole('button', { name: 'b.txt' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show 1 more' }));
  expect(await screen.findByRole('button', { name: 'c.txt' })).toBeVisible();
  expect(calls.filter(({ path }) => path === '/documents').map(({ query }) => query.get('folderId'))).toEqual(
    [folder.id, folder.id],
  );
});

it('opens a folder to more buyers only when the new level is saved', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'PATCH /room-folders/{id}': () => ({ folder: { ...folder, level: 1, version: 2 } }),
  });
  const listLevels = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await openWork(<RoomFolders room={room} canChange />);
  await user.click(screen.getByRole('button', { name: 'Level for Corporate: L2: details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Level for Corporate' }));
  await user.selectOptions(dialog.getByLabelText('Level'), 'L1: CIM and summaries');
  expect(dialog.getByText('Buyers with level L1 or higher can read the files in this folder.')).toBeVisible();
  expect(listLevels()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Buyers with level L1 or higher can read Corporate')).toBeVisible();
  expect(listLevels()).toEqual([{ version: 1, level: 1 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
