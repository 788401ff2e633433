import type { DataRoomDetail, RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, openUpdated, openWork, stubApi } from '#test-setup/work.tsx';
import { RoomChecklist } from './room-checklist.tsx';

const folder = { id: anId(2), name: 'Taxes' };
const request: RoomRequest = {
  id: anId(1),
  title: 'Tax returns',
  folder,
  state: 'requested',
  dueOn: null,
  expiresOn: null,
  refusal: null,
  documents: [],
  verifiedBy: null,
  verifiedAt: null,
  version: 1,
};
const aFile = (index: number, name: string): RoomRequest['documents'][number] => ({
  id: anId(index),
  name,
  contentType: 'application/pdf',
  kind: 'pdf',
  sizeBytes: 1_400_000,
  number: 1,
  audience: 'staff',
  folder: null,
  legalHolds: [],
  tags: [],
  records: [],
  createdBy: { id: anId(5), displayName: 'Olive Owner' },
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  availableAt: '2026-11-20T15:00:00.000Z',
  deletedAt: null,
  version: 1,
  abilities: { canUpdate: true, canDelete: true, canPlaceLegalHold: false },
});
const room: DataRoomDetail = {
  id: anId(3),
  business: { id: anId(4), name: 'Abbott Dental' },
  state: 'open',
  readyPercent: 0,
  documentCount: 0,
  createdAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  folders: [{ ...folder, number: '02.1', parentId: null, level: 2, documentCount: 0, version: 1 }],
  requests: [request],
};

it('accepts more files for an answered request, so that an upload can continue', async () => {
  function Room() {
    const [state, setState] = useState<RoomRequest['state']>('requested');
    return (
      <>
        <button type="button" onClick={() => setState('uploaded')}>
          Upload arrives
        </button>
        <button type="button" onClick={() => setState('verified')}>
          Broker verifies
        </button>
        <RoomChecklist room={{ ...room, requests: [{ ...request, state }] }} canChange />
      </>
    );
  }
  stubApi({});
  await openWork(<Room />);
  const button = await screen.findByRole('button', { name: 'Upload Tax returns' });
  fireEvent.click(screen.getByText('Upload arrives'));
  // The element must be the same, because it holds the progress and the failures.
  expect(screen.getByRole('button', { name: 'Upload Tax returns' })).toBe(button);
  fireEvent.click(screen.getByText('Broker verifies'));
  expect(button).not.toBeInTheDocument();
});

it.each([
  ['Reject', 'Reason', 'Page 2 is missing', { state: 'refused', refusal: 'Page 2 is missing' }],
  ['Verify', 'Valid through (optional)', '2027-12-31', { state: 'verified', expiresOn: '2027-12-31' }],
])(
  'names the files that arrived while “%s” was open, and sends the answer again',
  async (action, label, text, body) => {
    const opened: RoomRequest = { ...request, state: 'uploaded', documents: [aFile(11, '2024.pdf')] };
    const theirs = { ...opened, documents: [aFile(11, '2024.pdf'), aFile(12, '2025.pdf')], version: 2 };
    const calls = stubApi({
      'PATCH /room-requests/{id}': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    const update = await openUpdated<RoomRequest>(opened, (shown) => (
      <RoomChecklist room={{ ...room, requests: [shown] }} canChange />
    ));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Tax returns' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(label), text);
    const submit = dialog.getByRole('button', { name: action });
    await userEvent.click(submit);
    expect(await screen.findByText(/^Someone else changed this/)).toBeVisible();
    update(theirs);
    expect(dialog.getByRole('alert')).toHaveTextContent('New files: 2025.pdf. Review them first.');
    expect(dialog.getByLabelText(label)).toHaveValue(text);
    await userEvent.click(submit);
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').map((call) => call.body)).toEqual([
        { version: 1, ...body },
        { version: 2, ...body },
      ]),
    );
  },
);

it.each<[RoomRequest['state'], boolean, boolean]>([
  ['requested', true, false],
  ['requested', false, true],
  ['refused', true, true],
])(
  'lets a request that is %s be verified, with a rejected file: %s, only if it can be: %s',
  async (state, isRejected, canVerify) => {
    const documents = [{ ...aFile(11, '2024.pdf'), ...(isRejected && { isRejected }) }];
    stubApi({});
    await openWork(
      <RoomChecklist room={{ ...room, requests: [{ ...request, state, documents }] }} canChange />,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Tax returns' }));
    expect(await screen.findByRole('menuitem', { name: 'Reject' })).toBeVisible();
    expect(screen.queryAllByRole('menuitem', { name: 'Verify' })).toHaveLength(canVerify ? 1 : 0);
  },
);

it('requests documents only once one is chosen, and says so', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'POST /data-rooms/{id}/ask': () => ({ room }) });
  const waiting = { ...request, state: 'required' } as const;
  await openWork(<RoomChecklist room={{ ...room, requests: [waiting] }} canChange />);
  await user.click(screen.getByRole('button', { name: 'Request documents' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Request documents' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Tax returns' }));
  await user.click(dialog.getByRole('button', { name: 'Request 0 documents' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one document');
  expect(dialog.getByRole('alert')).toHaveFocus();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(dialog.getByRole('checkbox', { name: 'Tax returns' }));
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Request 1 document' }));
  expect(await screen.findByText('Documents requested from the owner')).toBeVisible();
});
