import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { expect } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { createExtractTextTask } from '#workflows/check-files/read-texts.ts';
import type { TestApi } from './harness.ts';

/** A PDF with a page for each text. */
export const createPdf = async (...texts: string[]): Promise<Buffer> => {
  const drawing = new PDFDocument({ autoFirstPage: false });
  for (const text of texts) drawing.addPage().text(text);
  drawing.end();
  return buffer(drawing);
};

/** A workbook of sheets, each of rows of cells. */
export const createWorkbook = async (...sheets: string[][][]): Promise<Buffer> =>
  writeWorkbook(
    sheets.map((rows, index) => ({
      sheet: `Sheet${String(index + 1)}`,
      data: rows.map((cells) => cells.map((value) => ({ value, type: String }))),
    })),
  ).toBuffer();

/** Waits until the text of every file of the documents of a workspace was read; needs the background jobs. */
export async function readFiles(api: TestApi, workspaceId: string): Promise<void> {
  await createExtractTextTask(api.booted.background).act();
  const unread = () =>
    api.db
      .selectFrom('document_versions')
      .leftJoin('file_texts', (join) =>
        join
          .onRef('file_texts.workspace_id', '=', 'document_versions.workspace_id')
          .onRef('file_texts.file_id', '=', 'document_versions.file_id'),
      )
      .select('document_versions.file_id')
      .where('document_versions.workspace_id', '=', workspaceId)
      .where('file_texts.file_id', 'is', null)
      .execute();
  await expect.poll(unread, { timeout: 100_000 }).toEqual([]);
}

/** The same for the files of the received emails of a workspace. */
export async function readReceivedFiles(api: TestApi, workspaceId: string): Promise<void> {
  await createExtractTextTask(api.booted.background).act();
  const unread = () =>
    api.db
      .selectFrom('message_attachments')
      .leftJoin('file_texts', (join) =>
        join
          .onRef('file_texts.workspace_id', '=', 'message_attachments.workspace_id')
          .onRef('file_texts.file_id', '=', 'message_attachments.file_id'),
      )
      .select('message_attachments.file_id')
      .where('message_attachments.workspace_id', '=', workspaceId)
      .where('file_texts.file_id', 'is', null)
      .execute();
  await expect.poll(unread, { timeout: 100_000 }).toEqual([]);
}
