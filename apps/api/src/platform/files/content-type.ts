import { encodings, findTextEncoding } from '#lib/encoding.ts';
import { documentKinds, type DocumentKind } from '@handover/contract/documents/document-list.ts';

const textTypes = encodings.map((encoding) => `text/plain; charset=${encoding}`);
const unknownType = 'application/octet-stream';

const signatures: readonly {
  readonly type: string;
  readonly at?: number;
  readonly bytes: readonly number[];
}[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'application/zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
];

const [word, excel, powerPoint] = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const;

const officeTypes: readonly (readonly [part: string, type: string])[] = [
  ['word/', word],
  ['xl/', excel],
  ['ppt/', powerPoint],
];

/** The types of each kind of document; every other type is of the kind `other`. */
const kinds: Readonly<Record<Exclude<DocumentKind, 'other'>, readonly string[]>> = {
  pdf: ['application/pdf'],
  image: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  spreadsheet: [excel],
  text_document: [word],
  presentation: [powerPoint],
  text: textTypes,
};

/** The kind of a type that `detectContentType` detects. */
export function getDocumentKind(contentType: string): DocumentKind {
  const found = Object.entries(kinds).find(([, types]) => types.includes(contentType));
  return documentKinds.find((kind) => kind === found?.[0]) ?? 'other';
}

/** The types of a kind; with `isOthers`, the types that are not of this kind. */
export function listTypes(kind: DocumentKind): { types: readonly string[]; isOthers: boolean } {
  return kind === 'other'
    ? { types: Object.values(kinds).flat(), isOthers: true }
    : { types: kinds[kind], isOthers: false };
}

/**
 * Detects the type from the first bytes, ignoring the claimed type. Any text, including HTML and SVG, is plain
 * text, and unknown content is binary, so that nothing runs when opened.
 */
export function detectContentType(head: Buffer): string {
  const signature = signatures.find(({ at = 0, bytes }) =>
    bytes.every((byte, index) => head[at + index] === byte),
  );
  if (signature?.type === 'application/zip')
    return officeTypes.find(([part]) => head.includes(part))?.[1] ?? signature.type;
  if (signature !== undefined) return signature.type;
  const encoding = findTextEncoding(head);
  return encoding === null ? unknownType : `text/plain; charset=${encoding}`;
}
