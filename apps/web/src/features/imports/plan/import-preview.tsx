import { importFields } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { importFieldLabels } from '../import-labels.ts';
import type { PreviewRow } from './mapping.ts';
import styles from './plan.module.css';

const outcomes = {
  create: { text: 'New', tone: 'success' },
  update: { text: 'Update', tone: 'info' },
  reject: { text: 'Left out', tone: 'error' },
} as const;

/** What the first rows of the file become. */
export function ImportPreview({ rows }: { rows: readonly PreviewRow[] }): ReactElement {
  const fields = importFields.filter((field) => rows.some((row) => (row.values[field] ?? '') !== ''));
  const rejected = rows.filter(({ outcome }) => outcome === 'reject').length;
  return (
    <>
      <p className={styles['summary']} role="status">
        Of the first {rows.length} rows, {rows.length - rejected} would be taken and {rejected} left out.
      </p>
      {/* A region that scrolls must take the focus, or the keyboard cannot scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['region']} role="region" aria-label="First rows" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {importFieldLabels[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, outcome, reason, values }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td className={styles['outcome']}>
                  <StatusLabel tone={outcomes[outcome].tone}>{outcomes[outcome].text}</StatusLabel> {reason}
                </td>
                {fields.map((field) => (
                  <td key={field}>{values[field]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
