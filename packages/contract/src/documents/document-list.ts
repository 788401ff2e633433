import * as z from 'zod/mini';
import { flag, id, many, searchText } from '../http/common.ts';
import { recordSort } from '../records/record-sort.ts';
import { recordSelection } from '../records/records.ts';

/** Who can read a document: staff only, or also the client of its record. */
export const documentAudiences = ['staff', 'client'] as const;

/** The file type of a document, detected from its content. */
export const documentKinds = [
  'pdf',
  'image',
  'spreadsheet',
  'text_document',
  'presentation',
  'text',
  'other',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const documentKindNames: Readonly<Record<DocumentKind, string>> = {
  pdf: 'PDF',
  image: 'Image',
  spreadsheet: 'Spreadsheet',
  text_document: 'Word document',
  presentation: 'Presentation',
  text: 'Text or CSV',
  other: 'Other',
};

export const documentSortKeys = ['createdAt', 'name', 'sizeBytes'] as const;
export type DocumentSortKey = (typeof documentSortKeys)[number];
export const documentSort = recordSort(documentSortKeys);

/** The filters that also apply to a search in the text of files, which excludes the trash. */
export const documentPlaceFilters = {
  /** A folder, excluding its subfolders; `none` for files in no folder. */
  folderId: z.optional(z.union([id, z.literal('none')])),
  /** A data room: all of its folders. */
  roomId: z.optional(id),
  /** A folder of a data room. Clients can use this filter too, but not folders of the library. */
  roomFolderId: z.optional(id),
  kind: z.optional(z.enum(documentKinds)),
  audience: z.optional(z.enum(documentAudiences)),
  /** The person who added it: a member's id, or `me` for the caller. */
  createdBy: z.optional(z.union([id, z.literal('me')])),
  customerId: z.optional(id),
  businessId: z.optional(id),
  dealId: z.optional(id),
  /** With several tags, documents must have all of them. */
  tagId: z.optional(many(id)),
  /** Whether it is under a legal hold, either its own or its business's. */
  isOnLegalHold: z.optional(flag),
};
export const documentFilters = {
  q: z.optional(searchText),
  ...documentPlaceFilters,
  deleted: z.optional(flag),
};
export const documentFilter = z.strictObject(documentFilters);
export type DocumentFilter = z.infer<typeof documentFilter>;
export const documentSelection = recordSelection(documentFilter);
