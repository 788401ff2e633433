import { parse } from 'csv-parse/browser/esm/sync';
import { useMemo, type ReactElement } from 'react';
import styles from './preview.module.css';

/** Rows that are shown, below the headings. */
const maxRows = 500;

interface TablePreviewProps {
  text: string;
  /** Of the file, for screen readers. */
  name: string;
}

/** A CSV or TSV text as a table; the text itself where it is neither. */
export default function TablePreview({ text, name }: TablePreviewProps): ReactElement {
  const rows = useMemo(() => readRows(text), [text]);
  const [head, ...body] = rows ?? [];
  if (head === undefined)
    return (
      <pre className={styles['text']} dir="auto">
        {text}
      </pre>
    );
  return (
    <>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={name}>
          <thead>
            <tr>
              {head.map((cell, column) => (
                <th key={column} scope="col" dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, maxRows).map((cells, row) => (
              <tr key={row}>
                {head.map((_, column) => (
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
        <p className={styles['more']}>The first {maxRows} rows. Download the file to read the rest.</p>
      )}
    </>
  );
}

/** Null for a text that is no table. The last line may be cut off, so it may be incomplete. */
function readRows(text: string): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relaxColumnCount: true,
      skipEmptyLines: true,
      to: maxRows + 2,
    });
  } catch {
    return null;
  }
}
