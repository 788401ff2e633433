import {
  getDataRoom,
  listRoomReadings,
  listRoomViews,
  type DataRoomDetail,
  type RoomReading,
  type RoomView,
} from '@handover/contract/documents/data-rooms.ts';
import { listDocuments } from '@handover/contract/documents/documents.ts';
import {
  listOwnQuestions,
  listRoomQuestions,
  type OwnQuestion,
  type RoomQuestion,
} from '@handover/contract/documents/room-questions.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import type { Documents } from '#shared/files/documents.queries.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The data room of a business; null if it has none. */
export const roomQuery = (businessId: string): QueryFor<DataRoomDetail | null> =>
  oneQuery({
    queryKey: ['document', businessId, 'room'],
    queryFn: async ({ signal }) => (await send(getDataRoom, { params: { id: businessId } }, { signal })).room,
  });

/** The files of a folder of a room, by name. */
export const folderQuery = (folderId: string): Documents =>
  pagesQuery({
    queryKey: ['document', 'all', 'folder', folderId],
    fetchPage: ({ cursor, signal }) =>
      send(listDocuments, { query: { folderId, sort: 'name', limit: 100, cursor } }, { signal }),
  });

/** The files of a folder of a room that is open to the client, by name. */
export const openFolderQuery = (roomFolderId: string): Documents =>
  pagesQuery({
    queryKey: ['document', 'all', 'open-folder', roomFolderId],
    fetchPage: ({ cursor, signal }) =>
      send(listDocuments, { query: { roomFolderId, sort: 'name', limit: 100, cursor } }, { signal }),
  });

/** The files with matching names in a room that is open to the client, best matches first. */
export const foundInRoomQuery = (roomId: string, q: string): Documents =>
  pagesQuery({
    queryKey: ['document', 'all', 'in-room', roomId, q],
    fetchPage: ({ cursor, signal }) => send(listDocuments, { query: { roomId, q, cursor } }, { signal }),
  });

export const viewsQuery = (
  roomId: string,
): PagesFor<{ views: RoomView[]; total: number; nextCursor: string | null }> =>
  pagesQuery({
    queryKey: ['document', 'all', 'views', roomId],
    fetchPage: ({ cursor, signal }) =>
      send(listRoomViews, { params: { id: roomId }, query: { cursor } }, { signal }),
  });

export const readingsQuery = (
  roomId: string,
): PagesFor<{ readings: RoomReading[]; total: number; nextCursor: string | null }> =>
  pagesQuery({
    queryKey: ['document', 'all', 'readings', roomId],
    fetchPage: ({ cursor, signal }) =>
      send(listRoomReadings, { params: { id: roomId }, query: { cursor } }, { signal }),
  });

export const questionsQuery = (
  roomId: string,
): PagesFor<{ questions: RoomQuestion[]; total: number; nextCursor: string | null }> =>
  pagesQuery({
    queryKey: ['document', 'all', 'questions', roomId],
    fetchPage: ({ cursor, signal }) =>
      send(listRoomQuestions, { params: { id: roomId }, query: { cursor } }, { signal }),
  });

/** The client's questions as a buyer, and the questions forwarded to them as an owner. */
export const ownQuestionsQuery = (): QueryFor<OwnQuestion[]> =>
  oneQuery({
    queryKey: ['document', 'all', 'own-questions'],
    queryFn: async ({ signal }) => (await send(listOwnQuestions, {}, { signal })).questions,
  });

/** Runs a mutation of a room. Failures are shown as toasts. */
export function useRoomChange(): {
  run: (act: () => Promise<unknown>, done?: { toast?: string; onDone?: () => void }) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) =>
      toasts.failed(
        isStale(error)
          ? 'Someone else changed this. Review their changes and try again.'
          : getErrorMessage(error),
      ),
    onSettled: () => {
      refresh({ noun: 'document', customerId: null });
      refresh({ noun: 'business', customerId: null });
    },
  });
  return {
    run: (act, { toast, onDone } = {}) =>
      mutate(act, {
        onSuccess: () => {
          if (toast !== undefined) toasts.done(toast);
          onDone?.();
        },
      }),
    isPending,
  };
}

function isStale(error: Error): boolean {
  return error instanceof ApiError && error.code === 'STALE_VERSION';
}
