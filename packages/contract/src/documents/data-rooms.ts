import * as z from 'zod/mini';
import {
  calendarDate,
  id,
  idParams,
  line,
  multiline,
  page,
  paging,
  timestamp,
  version,
} from '../http/common.ts';
import { documentLevels } from '../deals/deal-stages.ts';
import { attestationVersion, document, uploadName } from './documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { ticket } from '../records/files.ts';
import { shownRequestStates } from './room-request-states.ts';

/** A frozen room can still be read, but nothing in it can be changed. */
export const roomStates = ['open', 'frozen'] as const;

const level = z.union(documentLevels.map((value) => z.literal(value)));

export const roomFolder = z.object({
  id,
  /** In the index, such as "03.1". */
  number: z.nullable(z.string()),
  name: z.string(),
  parentId: z.nullable(id),
  /** The level that a buyer needs; 0 is for staff only. */
  level,
  documentCount: z.int(),
  version,
});
export type RoomFolder = z.infer<typeof roomFolder>;

export const roomRequest = z.object({
  id,
  title: z.string(),
  folder: z.object({ id, name: z.string() }),
  state: z.enum(shownRequestStates),
  dueOn: z.nullable(calendarDate),
  /** The last day on which the upload is valid. */
  expiresOn: z.nullable(calendarDate),
  /** Why it was rejected. */
  refusal: z.nullable(z.string()),
  documents: z.array(document),
  verifiedBy: z.nullable(z.object({ id, displayName: z.string() })),
  verifiedAt: z.nullable(timestamp),
  version,
});
export type RoomRequest = z.infer<typeof roomRequest>;

export const dataRoom = z.object({
  id,
  business: z.object({ id, name: z.string() }),
  state: z.enum(roomStates),
  /** The percentage of required documents that are verified and valid, as an integer; null if none are required. */
  readyPercent: z.nullable(z.int()),
  documentCount: z.int(),
  createdAt: timestamp,
  version,
});
export type DataRoom = z.infer<typeof dataRoom>;

export const dataRoomDetail = z.extend(dataRoom, {
  folders: z.array(roomFolder),
  requests: z.array(roomRequest),
});
export type DataRoomDetail = z.infer<typeof dataRoomDetail>;

/** A data room as shown to a client: document requests for the owner, or the files at the buyer's level. */
export const ownRoom = z.object({
  roomId: id,
  side: z.enum(['seller', 'buyer']),
  /** The owner's business. */
  businessId: z.nullable(id),
  /** The buyer's deal. */
  dealId: z.nullable(id),
  name: z.string(),
  /** Whether the client may ask about the documents; a view-only advisor may not. */
  canAsk: z.boolean(),
  /** The buyer's previous visit. Files changed since then are new. Null on the first visit. */
  lastVisitAt: z.nullable(timestamp),
  /** For the seller: documents that staff have requested. */
  requests: z.array(roomRequest),
  /** For the buyer, without empty folders. The files are listed like other documents, by `roomFolderId` or `roomId`. */
  folders: z.array(
    z.object({
      id,
      number: z.nullable(z.string()),
      name: z.string(),
      documentCount: z.int(),
      /** Added or changed since the last visit; 0 on the first visit. */
      newCount: z.int(),
    }),
  ),
});
export type OwnRoom = z.infer<typeof ownRoom>;

/** Which outsiders opened which document of a room, and when. */
export const roomView = z.object({
  id,
  viewer: z.object({ id, displayName: z.string() }),
  document: z.object({ id, name: z.string() }),
  /** The number of the version that was opened. */
  number: z.int(),
  viewedAt: timestamp,
  ipAddress: z.nullable(z.string()),
});
export type RoomView = z.infer<typeof roomView>;

/** What an outsider read in a file, and for how long. */
export const roomReading = z.object({
  /** Without an ID, the viewer used a shared link and is identified by email address. */
  viewer: z.object({ id: z.nullable(id), displayName: z.string() }),
  document: z.object({ id, name: z.string() }),
  /** The version number. */
  number: z.int(),
  pages: z.array(z.object({ page: z.int(), ms: z.int() })),
  totalMs: z.int(),
  lastAt: timestamp,
});
export type RoomReading = z.infer<typeof roomReading>;

const staff = member('STAFF', 'documents');
const client = member('CLIENT', 'documents');
const one = z.object({ room: dataRoomDetail });
const oneRequest = z.object({ request: roomRequest });

export const listDataRooms = defineEndpoint({
  method: 'GET',
  path: '/data-rooms',
  summary: 'Get the data rooms of the businesses that the caller may read, newest first',
  access: staff,
  status: 200,
  query: z.strictObject({ ...paging }),
  response: z.object({ rooms: z.array(dataRoom), ...page }),
});
export const getDataRoom = defineEndpoint({
  method: 'GET',
  path: '/businesses/{id}/data-room',
  summary: 'Get the data room of a business, if it has one',
  access: staff,
  status: 200,
  params: idParams,
  response: z.object({ room: z.nullable(dataRoomDetail) }),
});
export const createDataRoom = defineEndpoint({
  method: 'POST',
  path: '/businesses/{id}/data-room',
  summary: 'Create the data room of a business, with the folders and requests of its type',
  access: staff,
  status: 201,
  params: idParams,
  response: one,
});
export const updateDataRoom = defineEndpoint({
  method: 'PATCH',
  path: '/data-rooms/{id}',
  summary: 'Lock or unlock a data room',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, state: z.enum(roomStates) }),
  response: one,
});
export const updateRoomFolder = defineEndpoint({
  method: 'PATCH',
  path: '/room-folders/{id}',
  summary: 'Change the level that a buyer needs to read a folder of a data room',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, level }),
  response: one,
});
export const listRoomViews = defineEndpoint({
  method: 'GET',
  path: '/data-rooms/{id}/views',
  summary: 'Document views in a data room, newest first',
  access: staff,
  status: 200,
  params: idParams,
  query: z.strictObject({ ...paging }),
  response: z.object({ views: z.array(roomView), ...page }),
});
export const listRoomReadings = defineEndpoint({
  method: 'GET',
  path: '/data-rooms/{id}/readings',
  summary: 'Which pages of a data room each viewer read and for how long, by viewer and file',
  access: staff,
  status: 200,
  params: idParams,
  query: z.strictObject({ ...paging }),
  response: z.object({ readings: z.array(roomReading), ...page }),
});
export const createRoomRequest = defineEndpoint({
  method: 'POST',
  path: '/data-rooms/{id}/requests',
  summary: 'Add a request to the checklist of a data room',
  access: staff,
  status: 201,
  params: idParams,
  body: z.strictObject({ title: line(200), folderId: id }),
  response: oneRequest,
});
export const askForDocuments = defineEndpoint({
  method: 'POST',
  path: '/data-rooms/{id}/ask',
  summary:
    'Request data room documents from the owner, optionally with a client task that is completed once they are verified',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({
    requestIds: z.array(id).check(z.minLength(1), z.maxLength(200)),
    dueOn: z.optional(z.nullable(calendarDate)),
    asTask: z._default(z.boolean(), false),
  }),
  response: one,
});
export const updateRoomRequest = defineEndpoint({
  method: 'PATCH',
  path: '/room-requests/{id}',
  summary: 'Request a document from the owner, accept or reject the upload, or mark it as not needed',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({
    version,
    title: z.optional(line(200)),
    state: z.optional(z.enum(['required', 'requested', 'refused', 'verified', 'not_applicable'])),
    dueOn: z.optional(z.nullable(calendarDate)),
    expiresOn: z.optional(z.nullable(calendarDate)),
    /** Required for a rejection. */
    refusal: z.optional(multiline(1000)),
  }),
  response: oneRequest,
});
export const uploadToRequest = defineEndpoint({
  method: 'POST',
  path: '/room-requests/{id}/documents',
  summary: 'Upload a requested document, as the owner or on their behalf',
  access: client,
  transfer: 'upload',
  status: 201,
  params: idParams,
  query: z.strictObject({ name: uploadName, attestation: z.optional(attestationVersion) }),
  response: oneRequest,
});
/** File types of photos that can be combined into a PDF. */
export const requestPhotoTypes = ['image/jpeg', 'image/png'] as const;
export const requestPhotosMax = 30;
export const requestPhotoMaxBytes = 25 * 1024 * 1024;
export const uploadPhotosToRequest = defineEndpoint({
  method: 'POST',
  path: '/room-requests/{id}/photos',
  summary:
    'Upload up to 30 JPEG or PNG photos, one after another in the body, as one PDF with an upright page for each, without camera metadata',
  access: client,
  transfer: 'upload',
  status: 201,
  params: idParams,
  query: z.strictObject({
    /** The size in bytes of each photo, in order, separated by commas. */
    sizes: z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,29}$/)),
    attestation: z.optional(attestationVersion),
  }),
  response: oneRequest,
});
export const openRoomArchive = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/data-rooms/{id}/archive',
  summary:
    'A ticket to download a data room as ZIP, 5 minutes, bound to the session: files by folder, index as PDF, manifest with hashes, who opened what, and reading times',
  access: staff,
  status: 201,
  params: idParams,
  response: z.object({ ticket }),
});
export const listOwnRooms = defineEndpoint({
  method: 'GET',
  path: '/own-rooms',
  summary: 'Document requests and open data rooms of the client',
  access: client,
  status: 200,
  response: z.object({ rooms: z.array(ownRoom) }),
});
export const visitRoom = defineEndpoint({
  method: 'POST',
  isRead: true,
  path: '/own-rooms/{id}/visit',
  summary: 'Record that the client viewed a data room, so that later files are marked new',
  access: client,
  status: 204,
  params: idParams,
});
