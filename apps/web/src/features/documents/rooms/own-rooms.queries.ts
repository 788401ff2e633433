import type { listOwnRooms, OwnRoom, RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

// Without the contract's schemas, which the dashboard would load.
const listCall: CallOf<typeof listOwnRooms> = { method: 'GET', path: '/own-rooms' };

/** The rooms with requests for the client, and the rooms open to the client. */
export const ownRoomsQuery = (): QueryFor<OwnRoom[]> =>
  oneQuery({
    queryKey: ['document', 'all', 'own-rooms'],
    queryFn: async ({ signal }) => (await send(listCall, {}, { signal })).rooms,
  });

/** Whether the owner still has to send a document for a request. */
export function isToSend({ state }: RoomRequest): boolean {
  return state !== 'verified' && state !== 'uploaded';
}
