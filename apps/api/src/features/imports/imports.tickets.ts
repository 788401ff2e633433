import { Readable } from 'node:stream';
import { csvByteOrderMark, csvLine } from '@handover/domain/csv.ts';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { sendDownload } from '#platform/files/download.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import type { TicketAction } from '#platform/tickets.ts';
import { columnsOf } from './imports.presenter.ts';
import { listRejectedRows, type ImportRow } from './imports.queries.ts';
import { loadImport } from './imports.service.ts';

export const rejectionsAction = 'imports.rejections';

const batchRows = 200;

/** What tickets of imports answer with: the rows left out as CSV, the reason first, then the row as it came. */
export function importTicketActions(): Record<string, TicketAction> {
  return {
    [rejectionsAction]: async ({ member, subject, work, reply }) => {
      if (typeof subject['importId'] !== 'string' || !isOpenTo(member, 'users')) throw notFound('import');
      const row = await loadImport(work, member, subject['importId']);
      const bytes = Readable.from(toCsv(work.db, row), { objectMode: false });
      sendDownload(reply, {
        name: `Left out of ${row.file_name.replace(/\.[A-Za-z0-9]{1,10}$/, '')}.csv`,
        contentType: 'text/csv; charset=utf-8',
        bytes,
      });
    },
  };
}

async function* toCsv(db: Db, row: ImportRow): AsyncGenerator<string> {
  yield `${csvByteOrderMark}${csvLine(['Reason', ...columnsOf(row)])}`;
  let after = 0;
  for (;;) {
    const rows = await listRejectedRows(
      db,
      { workspaceId: row.workspace_id, importId: row.id },
      { after, limit: batchRows },
    );
    if (rows.length === 0) return;
    yield rows.map(({ reason, raw_row }) => csvLine([reason, ...cellsOf(raw_row)])).join('');
    after = rows.at(-1)?.row_number ?? after;
  }
}

function cellsOf(rawRow: string): string[] {
  const cells: unknown = JSON.parse(rawRow);
  return Array.isArray(cells) ? cells.map(String) : [];
}
