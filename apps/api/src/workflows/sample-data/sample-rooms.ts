import { toCalendarDate } from '@handover/domain/local-time.ts';
import { Readable } from 'node:stream';
import type { RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import { addDocumentRow } from '#features/documents/add-document.ts';
import { recordAttestation } from '#features/documents/attestations.queries.ts';
import { currentAttestation } from '@handover/domain/phi/attestation.ts';
import { listRecordTypesWithFiles } from '#features/documents/documents.service.ts';
import { updateRequest } from '#features/documents/rooms/room-requests.service.ts';
import { updateRequestRow } from '#features/documents/rooms/room-requests.queries.ts';
import { createRoom } from '#features/documents/rooms/rooms.service.ts';
import { recordFile, storeBytes } from '#platform/files/files.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createRandom, type Random } from './random.ts';
import { backdate } from './sample-businesses.ts';

/** Dependencies for storing files. */
export type FileParts = Pick<Platform, 'records' | 'storage'>;

type SampleRoom = {
  readonly parts: FileParts;
  readonly businessId: string;
  readonly seed: number;
  /** When the room was created, relative to now. */
  readonly days: number;
};

/** States of the requests in turn. */
const states = [
  'verified',
  'verified',
  'verified',
  'uploaded',
  'verified',
  'requested',
  'verified',
  'refused',
  'required',
  'verified',
] as const;

const answerDays = 5;
const reviewDays = 7;

/** A data room with the documents of its checklist: most are verified, some are waiting, rejected, or not sent. */
export async function writeSampleRoom(work: Work, admin: Member, sample: SampleRoom): Promise<void> {
  const { parts, businessId, days } = sample;
  const records = listRecordTypesWithFiles(parts.records);
  const random = createRandom(sample.seed);
  const room = await createRoom(backdate(work, days), admin, { businessId, records });
  for (const [index, request] of room.requests.entries()) {
    const state = states[index % states.length] ?? 'required';
    if (state === 'required') continue;
    const { id: requestId, version } = request;
    if (state === 'requested') {
      const dueOn = toCalendarDate(backdate(work, 4 + random.below(10)).now, admin.timeZone);
      const input = { version, state, dueOn } as const;
      await updateRequest(backdate(work, days + 1), admin, { requestId, records, input });
      continue;
    }
    await writeAnswer(backdate(work, days + answerDays), admin, { ...sample, request, random });
    if (state === 'uploaded') continue;
    const refusal = 'The second page is cut off. Please scan it again.';
    const judged = { version: version + 1, state, ...(state === 'refused' && { refusal }) } as const;
    await updateRequest(backdate(work, days + reviewDays), admin, { requestId, records, input: judged });
  }
}

/** Adds what the owner has sent for a request. */
async function writeAnswer(
  work: Work,
  admin: Member,
  {
    parts: { records, storage },
    businessId,
    request: { id: requestId, title, folder, version },
    random,
  }: SampleRoom & { readonly request: RoomRequest; readonly random: Random },
): Promise<void> {
  const { workspaceId, userId: createdBy } = admin;
  const record = listRecordTypesWithFiles(records).find(({ type }) => type === 'business');
  if (record === undefined) throw new Error('A business has files');
  const name = `${title.split(',')[0] ?? title}.pdf`;
  const bytes = await createPdf({
    title,
    createdAt: work.now,
    brand: await getPdfBrand(work.db, storage),
    headerNote: 'Confidential',
    blocks: createContent(title, { random, year: work.now.getUTCFullYear() }),
  });
  const stored = await storeBytes(storage, Readable.from([bytes]), bytes.length);
  const file = await recordFile(work, {
    workspaceId,
    stored,
    contentType: 'application/pdf',
    name,
    purpose: 'document',
    createdBy,
  });
  await recordAttestation(work, admin, { fileId: file.id, version: currentAttestation });
  await addDocumentRow(work, {
    workspaceId,
    attachments: [{ record, recordId: businessId }],
    folderId: folder.id,
    requestId,
    name,
    fileId: file.id,
    audience: 'client',
    createdBy,
  });
  await updateRequestRow(work.db, {
    workspaceId,
    requestId,
    version,
    change: { state: 'uploaded' },
    now: work.now,
  });
}

const financial = /tax|profit|balance|bank|debt|depreciation|aging|production|revenue|payroll/i;
const financialLines = ['Revenue', 'Payroll', 'Rent', 'Supplies', 'Insurance', 'Other costs'] as const;

/** Made-up figures for items about money, and a sentence for the others. */
function createContent(title: string, { random, year }: { random: Random; year: number }): PdfBlock[] {
  const heading: PdfBlock = { kind: 'heading', level: 1, text: title };
  const note: PdfBlock = {
    kind: 'paragraph',
    text: 'Sample document. All figures are made up.',
    style: 'small',
  };
  if (!financial.test(title))
    return [
      heading,
      { kind: 'paragraph', text: `The sample business keeps this on file: ${title}.` },
      {
        kind: 'list',
        items: ['Reviewed by the office manager', 'No open items', `Next review in ${String(year + 1)}`],
      },
      note,
    ];
  const years = [year - 3, year - 2, year - 1];
  const money = (value: number): string => `$${value.toLocaleString('en-US')}`;
  const base = 800_000 + random.below(1_400) * 1_000;
  return [
    heading,
    {
      kind: 'table',
      columns: [{ heading: 'Line' }, ...years.map((each) => ({ heading: String(each), isNumber: true }))],
      rows: financialLines.map((line, index) => [
        line,
        ...years.map((_, place) =>
          money(Math.round((base / (index === 0 ? 1 : index * 3)) * (0.9 + place * 0.05))),
        ),
      ]),
    },
    note,
  ];
}
