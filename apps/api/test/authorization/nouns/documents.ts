import type { Caller } from '../../caller.ts';
import { aJpeg } from '../../pictures.ts';
import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { adminItem, adminOnly, everyone, list, row, staffRecord } from '../statuses.ts';

/** A token of no shared link; existing links are tested in `shared-links.test.ts`. */
const token = 'a'.repeat(43);
const toPath = (id: string | undefined): string => `/document-folders/${id ?? ''}`;
/** Folders are for all staff with access to documents, even if they may read none of the files in them. */
const folderItem = (ok: number) => row(401, 401, 403, 404, 404, 404, 404, 404, ok, ok, 404, 404, ok, ok);

type Room = {
  id: string;
  folders: { id: string }[];
  requests: { id: string; title: string; version: number }[];
};

/** A room of a separate business. */
async function addRoom({ admin, businessId }: { admin: Caller; businessId: string }): Promise<Room> {
  return (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
}

export const rows: RecordRows = {
  expected: {
    // A list is limited to records that the caller may read.
    countDocuments: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    exportDocuments: list(201),
    // Callers without access have no files to pack.
    archiveDocuments: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 422, 403, 422, 201, 201),
    getDocument: staffRecord(200),
    createDocumentVersion: staffRecord(201),
    // The version is the current one.
    restoreDocumentVersion: staffRecord(422),
    linkDocument: staffRecord(200),
    unlinkDocument: staffRecord(200),
    listLegalHolds: adminOnly(200),
    placeDocumentLegalHold: adminItem(201),
    placeBusinessLegalHold: adminItem(201),
    // Nothing of the fixture is on hold.
    liftDocumentLegalHold: adminItem(404),
    liftBusinessLegalHold: adminItem(404),
    getBusinessLegalHold: staffRecord(200),
    listDocumentFolders: list(200),
    createDocumentFolder: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 201, 403, 404, 201, 201),
    updateDocumentFolder: folderItem(200),
    deleteDocumentFolder: folderItem(204),
    listDataRooms: list(200),
    getDataRoom: staffRecord(200),
    createDataRoom: staffRecord(201),
    updateDataRoom: staffRecord(200),
    updateRoomFolder: staffRecord(200),
    listRoomViews: staffRecord(200),
    listRoomReadings: staffRecord(200),
    // For pages that the caller opened as a client: there are none in the fixture.
    reportReading: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    openRoomArchive: staffRecord(201),
    listRoomQuestions: staffRecord(200),
    // There is no such question; existing questions are tested in `questions.test.ts`.
    assignQuestion: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    askOwnerQuestion: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    publishAnswer: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    listOwnQuestions: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    // For buyers whose deal opens the room.
    askQuestion: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    answerQuestion: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    createRoomRequest: staffRecord(201),
    askForDocuments: staffRecord(200),
    updateRoomRequest: staffRecord(200),
    // The request is for the owner; an advisor can only read it.
    uploadToRequest: row(401, 401, 403, 201, 404, 404, 404, 404, 201, 404, 404, 404, 201, 201),
    uploadPhotosToRequest: row(401, 401, 403, 201, 404, 404, 404, 404, 201, 404, 404, 404, 201, 201),
    listOwnRooms: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    // For buyers whose deal opens the room: there is none in the fixture.
    visitRoom: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
    listSharedLinks: staffRecord(200),
    // The fixture has no PDF and no mail server.
    createSharedLink: staffRecord(422),
    revokeSharedLink: staffRecord(404),
    // For anyone with the link, or a session of it.
    openSharedLink: everyone(410),
    sendSharedLinkCode: everyone(410),
    startSharedLinkSession: everyone(410),
    signSharedNda: everyone(410),
    readSharedFile: everyone(410),
    readSharedPage: everyone(410),
    reportSharedReading: everyone(410),
    downloadSharedFile: everyone(410),
  },
  requests: {
    countDocuments: () => ({ path: '/documents/total?q=zebrafish' }),
    exportDocuments: () => ({ path: '/documents/export', body: { filter: {} } }),
    archiveDocuments: ({ documentId }) => ({
      path: '/documents/archive',
      body: { filter: {}, ids: [documentId] },
    }),
    getDocument: ({ documentId }) => ({ path: `/documents/${documentId}` }),
    restoreDocumentVersion: ({ documentId }) => ({ path: `/documents/${documentId}/versions/1/restore` }),
    createDocumentVersion: ({ documentId }) => ({
      path: `/documents/${documentId}/versions`,
      bytes: marker,
    }),
    linkDocument: ({ documentId, businessId }) => ({
      path: `/documents/${documentId}/records`,
      body: { recordType: 'business', recordId: businessId },
    }),
    unlinkDocument: ({ documentId, businessId }) => ({
      path: `/documents/${documentId}/records/remove`,
      body: { recordType: 'business', recordId: businessId },
    }),
    listLegalHolds: () => ({ path: '/legal-holds' }),
    placeDocumentLegalHold: ({ documentId }) => ({
      path: `/documents/${documentId}/legal-hold`,
      body: { reason: 'Subpoena' },
    }),
    placeBusinessLegalHold: ({ businessId }) => ({
      path: `/businesses/${businessId}/legal-hold`,
      body: { reason: 'Subpoena' },
    }),
    liftDocumentLegalHold: ({ documentId }) => ({ path: `/documents/${documentId}/legal-hold` }),
    liftBusinessLegalHold: ({ businessId }) => ({ path: `/businesses/${businessId}/legal-hold` }),
    getBusinessLegalHold: ({ businessId }) => ({ path: `/businesses/${businessId}/legal-hold` }),
    listDocumentFolders: () => ({ path: '/document-folders' }),
    createDocumentFolder: ({ folderRecordId }) => ({
      path: '/document-folders',
      body: { name: 'Returns', parentId: folderRecordId },
    }),
    updateDocumentFolder: ({ folderRecordId }) => ({
      path: toPath(folderRecordId),
      body: { version: 1, name: 'Tax' },
    }),
    deleteDocumentFolder: ({ folderRecordId }) => ({ path: toPath(folderRecordId) }),
    listDataRooms: () => ({ path: '/data-rooms' }),
    getDataRoom: ({ businessId }) => ({ path: `/businesses/${businessId}/data-room` }),
    createDataRoom: ({ businessId }) => ({
      path: `/businesses/${businessId}/data-room`,
    }),
    updateDataRoom: ({ roomRecordId }) => ({
      path: `/data-rooms/${roomRecordId ?? ''}`,
      body: { version: 1, state: 'frozen' },
    }),
    updateRoomFolder: ({ roomFolderRecordId }) => ({
      path: `/room-folders/${roomFolderRecordId ?? ''}`,
      body: { version: 1, level: 3 },
    }),
    listRoomViews: ({ roomRecordId }) => ({ path: `/data-rooms/${roomRecordId ?? ''}/views` }),
    listRoomReadings: ({ roomRecordId }) => ({ path: `/data-rooms/${roomRecordId ?? ''}/readings` }),
    reportReading: ({ sharedDocumentId }) => ({
      path: `/documents/${sharedDocumentId}/reading`,
      body: { number: 1, pages: [{ page: 1, ms: 1 }] },
    }),
    openRoomArchive: ({ roomRecordId }) => ({ path: `/data-rooms/${roomRecordId ?? ''}/archive` }),
    listRoomQuestions: ({ roomRecordId }) => ({ path: `/data-rooms/${roomRecordId ?? ''}/questions` }),
    assignQuestion: ({ documentId }) => ({
      path: `/room-questions/${documentId}`,
      body: { version: 1, assigneeId: null },
    }),
    askOwnerQuestion: ({ documentId }) => ({
      path: `/room-questions/${documentId}/ask-owner`,
      body: { version: 1 },
    }),
    publishAnswer: ({ documentId }) => ({
      path: `/room-questions/${documentId}/publish`,
      body: { version: 1, answer: marker, isForAll: false },
    }),
    listOwnQuestions: () => ({ path: '/own-questions' }),
    askQuestion: ({ roomRecordId }) => ({
      path: `/own-rooms/${roomRecordId ?? ''}/questions`,
      body: { text: marker },
    }),
    answerQuestion: ({ documentId }) => ({
      path: `/own-questions/${documentId}/answer`,
      body: { version: 1, answer: marker },
    }),
    createRoomRequest: ({ roomPlaceRecordId = '' }) => {
      const [room = '', folderId] = roomPlaceRecordId.split('/');
      return { path: `/data-rooms/${room}/requests`, body: { title: marker, folderId } };
    },
    askForDocuments: ({ roomAskRecordId = '' }) => {
      const [room = '', requestId] = roomAskRecordId.split('/');
      return { path: `/data-rooms/${room}/ask`, body: { requestIds: [requestId] } };
    },
    updateRoomRequest: ({ roomRequestRecordId }) => ({
      path: `/room-requests/${roomRequestRecordId ?? ''}`,
      body: { version: 2, dueOn: '2099-01-31' },
    }),
    uploadToRequest: ({ roomRequestRecordId }) => ({
      path: `/room-requests/${roomRequestRecordId ?? ''}/documents?name=${marker}.txt&attestation=1`,
      bytes: marker,
    }),
    uploadPhotosToRequest: ({ roomRequestRecordId }) => ({
      path: `/room-requests/${roomRequestRecordId ?? ''}/photos?sizes=${String(aJpeg.length)}&attestation=1`,
      bytes: aJpeg,
    }),
    listOwnRooms: () => ({ path: '/own-rooms' }),
    visitRoom: ({ roomRecordId }) => ({ path: `/own-rooms/${roomRecordId ?? ''}/visit` }),
    listSharedLinks: ({ documentId }) => ({ path: `/documents/${documentId}/links` }),
    createSharedLink: ({ documentId }) => ({
      path: `/documents/${documentId}/links`,
      body: { expiresInDays: 7, allowed: ['law.test'], canDownload: true },
    }),
    revokeSharedLink: ({ documentId }) => ({ path: `/shared-links/${documentId}/revoke` }),
    openSharedLink: () => ({ path: '/shared-links/open', body: { token } }),
    sendSharedLinkCode: () => ({ path: '/shared-links/code', body: { token, email: 'ann@law.test' } }),
    startSharedLinkSession: () => ({
      path: '/shared-links/session',
      body: { token, email: 'ann@law.test', code: '123456' },
    }),
    signSharedNda: () => ({
      path: '/shared-links/sign',
      body: { session: token, name: 'Ann Attorney', hasConsented: true },
    }),
    readSharedFile: () => ({ path: '/shared-links/file', body: { session: token } }),
    readSharedPage: () => ({
      path: '/shared-links/page',
      body: { session: token, number: 1, page: 1, width: '800' },
    }),
    reportSharedReading: () => ({
      path: '/shared-links/reading',
      body: { session: token, number: 1, pages: [{ page: 1, ms: 1 }] },
    }),
    downloadSharedFile: () => ({ path: '/shared-links/pdf', body: { session: token } }),
  },
  makers: {
    roomRecordId: async (scene) => (await addRoom(scene)).id,
    roomFolderRecordId: async (scene) => (await addRoom(scene)).folders[1]?.id ?? '',
    // The room, and a folder in it.
    roomPlaceRecordId: async (scene) => {
      const { id, folders } = await addRoom(scene);
      return `${id}/${folders[1]?.id ?? ''}`;
    },
    roomAskRecordId: async (scene) => {
      const { id, requests } = await addRoom(scene);
      return `${id}/${requests[0]?.id ?? ''}`;
    },
    // Asked of the owner.
    roomRequestRecordId: async (scene) => {
      const { requests } = await addRoom(scene);
      const request = requests.find(({ title }) => title === 'Licenses');
      const { id = '', version } = request ?? {};
      await scene.admin.patch(`/room-requests/${id}`, { version, state: 'requested' });
      return id;
    },
    folderRecordId: async ({ admin }) =>
      (await admin.post('/document-folders', { name: 'Financials' })).body.folder.id,
  },
};
