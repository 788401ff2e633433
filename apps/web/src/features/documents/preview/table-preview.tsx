import { detectDelimiter } from '@handover/domain/csv.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { useMemo, type ReactElement } from 'react';
import styles from './preview.module.css';

/** The number of rows to show below the headings. */
const maxRows = 500;

interface TablePreviewProps {
  text: string;
  /** The delimiter, if it is known. */
  delimiter?: string;
  /** The name of the file, for screen readers. */
  name: string;
}

/** A CSV or TSV file as a table, or as plain text if it is not one. */
export default function TablePreview({ text, delimiter, name }: TablePreviewProps): ReactElement {
  const rows = useMemo(() => readRows(text, delimiter ?? detectDelimiter(text)), [text, delimiter]);
  const [head, ...body] = rows ?? [];
  if (head === undefined)
    return (
      <pre className={styles['text']} dir="auto">
        {text}
      </pre>
    );
  const width = rows?.reduce((widest, row) => Math.max(widest, row.length), 0) ?? 0;
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={name}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" dir="auto">
                  {head[column] ?? ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, maxRows).map((cells, row) => (
              <tr key={row}>
                {columns.map((column) => (
                  <td key={column} dir="auto">
                    {cells[column] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {body.length > maxRows && (
        <p className={styles['more']}>
          Only the first {maxRows} rows are shown. Download the file to read the rest.
        </p>
      )}
    </>
  );
}

/** Null if the text is not a table. The last line may be cut off, so it may be incomplete. */
function readRows(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      to: maxRows + 2,
    });
  } catch {
    return null;
  }
}
