import Alert from '@mui/material/Alert';
import type { ImportDetail } from '@handover/contract/imports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { previewQuery, type ImportChoice } from './imports.queries.ts';
import styles from './import-plan.module.css';

const outcomes = {
  create: { text: 'New', tone: 'success' },
  update: { text: 'Update', tone: 'info' },
  reject: { text: 'Skipped', tone: 'error' },
} as const;

/** The result of the first rows of the file. */
export function ImportPreview({
  run,
  choice,
}: {
  run: Pick<ImportDetail, 'id' | 'fields'>;
  choice: ImportChoice;
}): ReactElement {
  const { data, error, isFetching } = useQuery({
    ...previewQuery(run.id, choice),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (data === undefined) return <Spinner />;
  const { rows } = data;
  const fields = run.fields.filter(({ key }) => rows.some((row) => (row.values[key] ?? '') !== ''));
  const rejected = rows.filter(({ outcome }) => outcome === 'reject').length;
  return (
    <div aria-busy={isFetching}>
      <p className={styles['summary']}>
        First {rows.length} rows: {rows.length - rejected} to import, {rejected} skipped
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['region']} role="region" aria-label="First rows" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {fields.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
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
                {fields.map(({ key }) => (
                  <td key={key}>{values[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
