import type { OwnRoom } from '@handover/contract/data-rooms.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { OpenRoom } from './open-room.tsx';

type File = OwnRoom['folders'][number]['documents'][number];

function aFile(number: number, changes: Partial<File> = {}): File {
  return {
    id: anId(1000 + number),
    name: `Statement ${String(number)}.pdf`,
    contentType: 'application/pdf',
    kind: 'pdf',
    sizeBytes: 2048,
    number: 1,
    audience: 'staff',
    folder: null,
    request: null,
    records: [],
    tags: [],
    legalHolds: [],
    sha256: null,
    createdBy: { id: anId(3), displayName: 'Avery Admin' },
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
    deletedAt: null,
    version: 1,
    isMarked: true,
    isNew: false,
    abilities: { canUpdate: false, canDelete: false },
    ...changes,
  } as File;
}

const files = (count: number, from = 0): File[] =>
  Array.from({ length: count }, (_, index) => aFile(from + index + 1));
const aRoom = (...folders: readonly { number: string; name: string; documents: File[] }[]): OwnRoom => ({
  roomId: anId(1),
  side: 'buyer',
  dealId: anId(2),
  name: 'Bright Dental',
  canAsk: false,
  requests: [],
  folders: folders.map((folder, index) => ({ id: anId(10 + index), ...folder })),
});

afterEach(() => vi.unstubAllGlobals());

const openRoom = async (room: OwnRoom) => {
  stubApi({
    'GET /own-questions': () => ({ questions: [] }),
    'POST /own-rooms/{id}/visit': () => undefined,
  });
  await openWork(<OpenRoom room={room} />);
};

it('shows all files of a small room at once, with how many of a folder are new', async () => {
  await openRoom(
    aRoom(
      { number: '02', name: 'Corporate', documents: [aFile(1, { name: 'Formation.pdf', isNew: true })] },
      { number: '03.1', name: 'Summary', documents: files(2, 1) },
    ),
  );
  expect(screen.getByRole('button', { name: '02 Corporate 1 file 1 new' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Formation.pdf' })).toBeVisible();
  expect(screen.queryByLabelText('Find a file')).toBeNull();
});

it('opens a folder of a large room on a click, the rest of its files on another', async () => {
  const user = userEvent.setup();
  await openRoom(
    aRoom(
      { number: '02', name: 'Corporate', documents: files(1) },
      { number: '03.2', name: 'Detail', documents: files(1200, 1) },
    ),
  );
  expect(screen.queryByRole('button', { name: /\.pdf$/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '03.2 Detail 1,200 files' }));
  expect(screen.getAllByRole('button', { name: /\.pdf$/ })).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show all 1,200 files' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1200);
});

it('finds files of all folders by words of their name, without accents', async () => {
  const user = userEvent.setup();
  await openRoom(
    aRoom(
      { number: '02', name: 'Corporate', documents: [aFile(900, { name: 'Résumé of Ana.pdf' })] },
      { number: '03.2', name: 'Detail', documents: files(30) },
    ),
  );
  const find = screen.getByLabelText('Find a file');
  await user.type(find, 'ana resume');
  expect(screen.getByText('1 file found')).toBeVisible();
  expect(within(screen.getByRole('list')).getByRole('button')).toHaveTextContent('Résumé of Ana.pdf');
  await user.clear(find);
  await user.type(find, 'payroll');
  expect(screen.getByText('No files match.')).toBeVisible();
});
