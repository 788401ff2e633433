import type { DataRoomDetail, RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
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

afterEach(() => vi.unstubAllGlobals());

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
