import { maxReportMs } from '@handover/domain/data-rooms/reading-time.ts';
import * as z from 'zod/mini';
import { id, idParams, isStorable } from '../http/common.ts';
import { documentPlaceFilters } from './document-list.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { markedText } from '../conversations/message-search.ts';

const [read, staff] = [member('CLIENT', 'documents'), member('STAFF', 'documents')];

const maxNumber = 1_000_000;
/** The number of a version. */
export const versionNumber = z.int().check(z.minimum(1), z.maximum(maxNumber));
/** The version number; by default, the current version. */
const number = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxNumber)));

/** The available widths of page images, in pixels. */
export const pageWidths = ['200', '400', '800', '1200', '1600', '2000'] as const;
/** Narrower pages are thumbnails, which are not logged as read. */
export const minReadWidth = 800;

export const getDocumentPages = defineEndpoint({
  method: 'GET',
  path: '/documents/{id}/pages',
  summary: 'How many pages a PDF has, and the sizes of the first 2,000 in points; the rest is not drawn',
  access: read,
  status: 200,
  params: idParams,
  query: z.strictObject({ number }),
  response: z.object({
    pages: z.object({
      pageCount: z.int(),
      sizes: z.array(z.object({ width: z.number(), height: z.number() })),
    }),
  }),
});
export const getDocumentPage = defineEndpoint({
  method: 'GET',
  path: '/documents/{id}/pages/{page}',
  summary: 'Get a page of a PDF as a WebP image; pages of 800 pixels or more are logged as read',
  access: read,
  transfer: 'stream',
  status: 200,
  params: z.strictObject({ id, page: z.coerce.number().check(z.int(), z.minimum(1)) }),
  query: z.strictObject({ number, width: z.enum(pageWidths) }),
});

/** How long pages were in view since the last report. */
export const readPages = z
  .array(
    z.strictObject({
      page: z.int().check(z.minimum(1), z.maximum(1_000_000)),
      ms: z.int().check(z.minimum(1), z.maximum(maxReportMs)),
    }),
  )
  .check(z.minLength(1), z.maxLength(50));

export const reportReading = defineEndpoint({
  method: 'POST',
  isRead: true,
  isAudited: false,
  path: '/documents/{id}/reading',
  summary:
    'Report how long pages were in view, for data room activity; only for pages that the caller opened, and never more than the time since the last report',
  access: read,
  status: 204,
  params: idParams,
  body: z.strictObject({ number: versionNumber, pages: readPages }),
});

/** `waiting`: the text is being read. `none`: files of this type have none. */
export const textStates = [
  'ready',
  'waiting',
  'none',
  'password',
  'damaged',
  'too-large',
  'unfinished',
] as const;

export const getDocumentText = defineEndpoint({
  method: 'GET',
  path: '/documents/{id}/text',
  summary: 'Get the text of a file by page, slide, or sheet; a sheet is CSV',
  access: read,
  status: 200,
  params: idParams,
  query: z.strictObject({ number }),
  response: z.object({
    text: z.object({
      state: z.enum(textStates),
      pages: z.array(z.object({ title: z.nullable(z.string()), text: z.string() })),
      /** Whether the file has more content than is shown. */
      isCut: z.boolean(),
    }),
  }),
});

/** A page that contains every word of the search. */
export const documentTextHit = z.object({
  document: z.object({ id, name: z.string() }),
  /** Starts at 1. */
  page: z.int(),
  /** The name of a sheet. */
  title: z.nullable(z.string()),
  pageCount: z.int(),
  /** The number of matching pages in the file. */
  hitCount: z.int(),
  excerpt: markedText,
});
export type DocumentTextHit = z.infer<typeof documentTextHit>;

export const searchDocumentText = defineEndpoint({
  method: 'GET',
  path: '/documents/text-search',
  summary:
    'Up to 20 matching files with a page that contains words starting with these, newest first, with that page',
  access: staff,
  status: 200,
  query: z.strictObject({
    ...documentPlaceFilters,
    q: z.string().check(
      z.trim(),
      z.maxLength(200),
      z.refine(isStorable, 'Contains characters that cannot be stored'),
      z.refine((text) => /[\p{L}\p{N}]/u.test(text), 'Enter a word'),
    ),
  }),
  response: z.object({ hits: z.array(documentTextHit) }),
});
