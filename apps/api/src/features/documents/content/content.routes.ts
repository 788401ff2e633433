import * as contract from '@handover/contract/documents/document-content.ts';
import type { Storage } from '#adapters/storage/storage.ts';
import { AppError } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Pages, PdfFile } from '#platform/pages/pages.ts';
import type { Records } from '#platform/records/record.ts';
import type { Platform } from '#platform/platform.ts';
import { matchesFilter, resolveFilter } from '#platform/records/list/filter.queries.ts';
import { markExcerpt } from '#platform/search/mark-hits.ts';
import { createPrefixQuery } from '#platform/search/text-words.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createListableDocuments } from '../documents.queries.ts';
import { listRecordTypesWithFiles, getContent, getReadableDocument } from '../documents.service.ts';
import { addReadingTime, recordPage, type Reader } from '../rooms/readings.queries.ts';
import { insertView } from '../rooms/views.queries.ts';
import {
  describeMarked,
  createWatermark,
  renderMarkedPage,
  sendPage,
} from '#platform/watermark/marked-file.ts';
import { getMarkablePages } from './marked-pages.ts';
import { findText, listTextHits } from './text.queries.ts';

const maxShownCharacters = 400_000;
const maxHits = 20;
const excerptCharacters = 180;

type Parts = Pick<Platform, 'records' | 'pages' | 'storage'>;

/** Contents of files: pages as images, text, and the search in it. */
export function contentRoutes(routes: Routes, { records, pages, storage }: Parts): void {
  readingRoutes(routes, records);
  routes.add(contract.getDocumentPages, async ({ actor, params, query, work }) => ({
    pages: await describe(pages, await findPages(work, actor, { records, storage, ...params, ...query })),
  }));
  routes.add(contract.getDocumentPage, async ({ actor, params, query, work, request, reply }) => {
    const sought = { records, storage, id: params.id, number: query.number };
    const file = await findPages(work, actor, sought);
    const width = Number(query.width);
    const drawn = { page: params.page, width };
    const image = file.isMarked
      ? await renderMarkedPage(pages, file, { ...drawn, mark: createWatermark(actor, work, request) })
      : await pages.renderPage(file, drawn);
    if (width >= contract.minReadWidth)
      await recordRead(work, actor, { ...file, page: params.page, request });
    sendPage(reply, image);
  });
  routes.add(contract.getDocumentText, async ({ actor, params, query, work, request }) => {
    const file = await findFile(work, actor, { records, ...params, ...query });
    if (file.isMarked) throw createUnmarkedTextError();
    const { workspaceId } = actor;
    const found = await findText(work.db, {
      workspaceId,
      fileId: file.id,
      maxCharacters: maxShownCharacters,
    });
    if (found === null) return { text: { state: 'waiting' as const, pages: [], isCut: false } };
    if (found.state === 'ready') await recordRead(work, actor, { ...file, page: 1, request });
    const isCut = found.is_cut || found.pages.length < found.page_count;
    return { text: { state: found.state, pages: found.pages, isCut } };
  });
  routes.add(contract.searchDocumentText, async ({ actor, query: { q, ...filter }, work }) => {
    const filed = listRecordTypesWithFiles(records);
    const listable = createListableDocuments(filed);
    const resolved = await resolveFilter(listable, work, { member: actor, filter });
    const where = matchesFilter(listable, actor, resolved);
    const sought = { query: createPrefixQuery(q) ?? '', records: filed, limit: maxHits, where };
    const rows = await listTextHits(work.db, actor, sought);
    return {
      hits: rows.map(({ id, name, page, title, text, page_count, hit_count }) => ({
        document: { id, name },
        page,
        title,
        pageCount: page_count,
        hitCount: hit_count,
        excerpt: markExcerpt(text, q, excerptCharacters),
      })),
    };
  });
}

/** The time that pages were in view. */
function readingRoutes(routes: Routes, records: Records): void {
  routes.add(contract.reportReading, async ({ actor, params, body, work }) => {
    const { documentId, number } = await findFile(work, actor, {
      records,
      id: params.id,
      number: body.number,
    });
    const read = { documentId, number, times: body.pages, now: work.now };
    await addReadingTime(work.db, toReader(actor), read);
  });
}

type Sought = { readonly records: Records; readonly id: string; readonly number?: number | undefined };

/** The file of a version that the member may read, the current one unless a number is given. Throws NOT_FOUND. */
async function findFile(work: Work, actor: Member, { records, id, number: asked }: Sought) {
  const document = await getReadableDocument(work.db, actor, { records, id });
  const number = asked ?? document.number;
  const { file_id: fileId, ...file } = await getContent(work.db, actor, { document, number });
  return { ...file, documentId: document.id, number, id: fileId, isMarked: document.is_marked };
}

function describe(pages: Pages, file: PdfFile & { isMarked: boolean }): ReturnType<Pages['describePdf']> {
  return file.isMarked ? describeMarked(pages, file) : pages.describePdf(file);
}

function createUnmarkedTextError(): AppError {
  return new AppError(
    'RULE_BROKEN',
    'Text cannot be watermarked with your name. View the file’s pages instead.',
  );
}

/** A PDF; for readers of marked pages, also another file converted to PDF. Throws RULE_BROKEN for any other file. */
async function findPages(work: Work, actor: Member, { storage, ...sought }: Sought & { storage: Storage }) {
  const file = await findFile(work, actor, sought);
  if (file.isMarked) {
    const { workspaceId } = actor;
    return { ...file, ...(await getMarkablePages(work, { storage, workspaceId, file })) };
  }
  if (file.content_type === 'application/pdf') return file;
  throw new AppError('RULE_BROKEN', 'Only PDF files have pages.');
}

type Read = {
  readonly documentId: string;
  readonly number: number;
  readonly page: number;
  readonly request: { readonly ip: string; readonly id: string };
};

/** Call before the bytes are sent. */
async function recordRead(
  work: Work,
  actor: Member,
  { documentId, number, page, request }: Read,
): Promise<void> {
  const { workspaceId, userId, scope } = actor;
  await recordAudit(work.db, {
    workspaceId,
    actorId: userId,
    action: 'readDocument',
    subjectId: documentId,
    detail: { number, page },
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
  if (scope !== 'client') return;
  await recordPage(work.db, toReader(actor), { documentId, number, page, now: work.now });
  if (page !== 1) return;
  const view = { documentId, number, userId, ipAddress: request.ip, now: work.now };
  await insertView(work.db, { workspaceId, id: newId(), ...view });
}

function toReader({ workspaceId, userId }: Member): Reader {
  return { workspaceId, userId, sessionId: null };
}
