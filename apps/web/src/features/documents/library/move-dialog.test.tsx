import type { Document } from '@handover/contract/documents/documents.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import DocumentMenu from '../document-menu.tsx';
import BulkMoveDialog from './bulk-move-dialog.tsx';

const business = { type: 'business' as const, id: anId(2), name: 'Abbott Dental' };
const aDocument = (changes: Partial<Document> = {}): Document => ({
  id: anId(1),
  name: 'lease.pdf',
  contentType: 'application/pdf',
  kind: 'pdf',
  sizeBytes: 1_400_000,
  number: 1,
  audience: 'staff',
  folder: null,
  legalHolds: [],
  tags: [],
  records: [business],
  createdBy: { id: anId(1), displayName: 'Avery' },
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  availableAt: '2026-11-20T15:00:00.000Z',
  deletedAt: null,
  version: 3,
  abilities: { canUpdate: true, canDelete: true, canPlaceLegalHold: false },
  ...changes,
});
const wording = 'These files contain no patient information';
const createRoom = (state: 'open' | 'frozen') => ({
  id: anId(3),
  state,
  folders: [{ id: anId(4), number: '09', name: 'Licenses', level: 1, documentCount: 0, version: 1 }],
});
const stub = (state: 'open' | 'frozen' = 'open') =>
  stubApi({
    'GET /document-folders': () => ({ folders: [] }),
    'GET /businesses': () => ({ businesses: [business], total: 1, nextCursor: null }),
    'GET /businesses/{id}/data-room': () => ({ room: createRoom(state) }),
    'PATCH /documents/{id}': () => ({ document: aDocument() }),
    'POST /documents/{id}/restore': () => ({ document: aDocument() }),
  });
const openMenu = async (document: Document, action: string) => {
  const user = userEvent.setup();
  await openWork(<DocumentMenu document={document} />);
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
};
const listSentTo = (calls: readonly Call[], method: string) => calls.filter((call) => call.method === method);

it('moves a file into the data room of its business after the confirmation', async () => {
  const calls = stub();
  const { user, dialog } = await openMenu(aDocument(), 'Move to folder');
  await user.selectOptions(dialog.getByLabelText('Move to'), 'A data room');
  expect(dialog.getByLabelText('Business')).toHaveValue('Abbott Dental');
  await user.selectOptions(await dialog.findByLabelText('Folder'), '09 Licenses');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await dialog.findByText('Confirm this to move.')).toBeVisible();
  expect(listSentTo(calls, 'PATCH')).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: wording }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await vi.waitFor(() => expect(listSentTo(calls, 'PATCH')).toHaveLength(1));
  expect(listSentTo(calls, 'PATCH')[0]?.body).toEqual({ version: 3, folderId: anId(4), attestation: '1' });
});

it('asks nothing for the library, nor for a file confirmed before', async () => {
  stub();
  const { user, dialog } = await openMenu(aDocument({ isAttested: true }), 'Move to folder');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Move to'), 'A data room');
  expect(await dialog.findByLabelText('Folder')).toBeVisible();
  expect(dialog.queryByRole('checkbox')).toBeNull();
});

it('says that a move takes a file of a data room off its request', async () => {
  stub();
  const { dialog } = await openMenu(aDocument({ isInRoom: true }), 'Move to folder');
  expect(dialog.getByText(/moving it removes it from the request/)).toBeVisible();
});

it('says that a data room is locked', async () => {
  const calls = stub('frozen');
  const { user, dialog } = await openMenu(aDocument(), 'Move to folder');
  await user.selectOptions(dialog.getByLabelText('Move to'), 'A data room');
  expect(await dialog.findByText('This data room is locked.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: wording }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(listSentTo(calls, 'PATCH')).toEqual([]);
});

it('moves several files with the confirmation', async () => {
  stub();
  const onStart = vi.fn();
  const user = userEvent.setup();
  await openWork(
    <BulkMoveDialog
      selection={{ filter: {} }}
      count={2}
      isPending={false}
      onStart={onStart}
      onClose={() => undefined}
    />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 files' }));
  await user.selectOptions(dialog.getByLabelText('Move to'), 'A data room');
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await dialog.findByText('Choose a business')).toBeVisible();
  await user.click(dialog.getByLabelText('Business'));
  await user.click(await screen.findByRole('option', { name: /Abbott Dental/ }));
  await user.selectOptions(await dialog.findByLabelText('Folder'), '09 Licenses');
  await user.click(dialog.getByRole('checkbox', { name: wording }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(onStart).toHaveBeenCalledExactlyOnceWith({ action: 'move', folderId: anId(4), attestation: '1' });
});

it('restores a file into a data room after the confirmation only', async () => {
  const calls = stub();
  const deleted = aDocument({ isInRoom: true, deletedAt: '2026-11-21T15:00:00.000Z' });
  const { user, dialog } = await openMenu(deleted, 'Restore');
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(await dialog.findByText('Confirm this to restore.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: wording }));
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  await vi.waitFor(() => expect(listSentTo(calls, 'POST')).toHaveLength(1));
  expect(listSentTo(calls, 'POST')[0]?.query.toString()).toBe('attestation=1');
});
