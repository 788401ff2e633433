import type { ReactElement } from 'react';
import { saveFile } from '#shared/files/files.ts';
import { RailButton } from '#shared/records/page/rail.tsx';
import { csvOf, type Sheet } from './report-csv.ts';

/** Downloads a report as CSV; nothing until its figures are there. */
export function CsvButton({
  sheet,
  title,
}: {
  sheet: Sheet | undefined;
  title: string;
}): ReactElement | null {
  if (sheet === undefined || sheet.rows.length === 0) return null;
  const save = (): void =>
    saveFile(new Blob([csvOf(sheet)], { type: 'text/csv;charset=utf-8' }), `${sheet.name}.csv`);
  return (
    <RailButton label={`Download ${title} as CSV`} onClick={save}>
      CSV
    </RailButton>
  );
}
