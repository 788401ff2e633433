import type { OwnRoom } from '@handover/contract/documents/data-rooms.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { OpenRoom } from './open-room.tsx';

const aRoom = (...folders: readonly Omit<OwnRoom['folders'][number], 'id'>[]): OwnRoom => ({
  roomId: anId(1),
  businessId: null,
  side: 'buyer',
  dealId: anId(2),
  name: 'Bright Dental',
  canAsk: false,
  lastVisitAt: '2026-11-21T00:00:00.000Z',
  requests: [],
  folders: folders.map((folder, index) => ({ id: anId(10 + index), ...folder })),
});
const aFile = (number: number, name: string) => ({
  id: anId(1000 + number),
  name,
  contentType: 'application/pdf',
  kind: 'pdf',
  sizeBytes: 2048,
  audience: 'staff',
  isMarked: true,
  createdBy: { id: anId(3), displayName: 'Avery Admin' },
  createdAt: '2026-11-20T15:00:00.000Z',
  availableAt: name.startsWith('lease') ? '2026-11-22T15:00:00.000Z' : '2026-11-20T15:00:00.000Z',
  abilities: { canUpdate: false, canDelete: false },
});

/** Each folder has one file named after its ID; a search returns the same file twice. */
const openRoom = async (room: OwnRoom) => {
  const calls = stubApi({
    'GET /own-questions': () => ({ questions: [] }),
    'POST /own-rooms/{id}/visit': () => undefined,
    'GET /documents': ({ query }) => {
      const q = query.get('q');
      const names =
        q === null ? [`${query.get('roomFolderId') ?? ''}.pdf`] : q === 'none' ? [] : [`${q}.pdf`];
      return {
        documents: names.map((name, index) => aFile(index, name)),
        total: names.length,
        nextCursor: null,
      };
    },
  });
  await openWork(<OpenRoom room={room} />);
  return calls;
};

it('opens all folders of a small room, and says what is new', async () => {
  await openRoom(
    aRoom(
      { number: '02', name: 'Corporate', documentCount: 1, newCount: 1 },
      { number: '03.1', name: 'Summary', documentCount: 1, newCount: 0 },
    ),
  );
  expect(await screen.findByRole('button', { name: `${anId(10)}.pdf` })).toBeVisible();
  expect(await screen.findByRole('button', { name: `${anId(11)}.pdf` })).toBeVisible();
  expect(screen.getByRole('button', { name: '02 Corporate 1 file 1 new' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('loads the files of a large room folder by folder, and searches in all of it', async () => {
  const user = userEvent.setup();
  const calls = await openRoom(
    aRoom(
      { number: '02', name: 'Corporate', documentCount: 1, newCount: 0 },
      { number: '03.2', name: 'Detail', documentCount: 9999, newCount: 0 },
    ),
  );
  const documentQueries = () =>
    calls.filter(({ path }) => path === '/documents').map(({ query }) => Object.fromEntries(query));
  expect(documentQueries()).toEqual([]);
  await user.click(screen.getByRole('button', { name: '03.2 Detail 9,999 files' }));
  expect(await screen.findByRole('button', { name: `${anId(11)}.pdf` })).toBeVisible();
  expect(screen.queryByText('New')).toBeNull();
  expect(documentQueries()).toMatchObject([{ roomFolderId: anId(11), sort: 'name' }]);
  const search = screen.getByRole('searchbox', { name: 'Search files in this data room' });
  await user.type(search, 'lease{Enter}');
  expect(await screen.findByRole('button', { name: 'lease.pdf' })).toBeVisible();
  expect(screen.getByText('New')).toBeVisible();
  expect(documentQueries().at(-1)).toEqual({ roomId: anId(1), q: 'lease' });
  expect(screen.queryByRole('button', { name: /Corporate/ })).toBeNull();
  await user.clear(search);
  await user.type(search, 'none{Enter}');
  expect(await screen.findByText('No files match')).toBeVisible();
  await user.clear(search);
  await user.type(search, '{Enter}');
  expect(await screen.findByRole('button', { name: /Corporate/ })).toBeVisible();
});
