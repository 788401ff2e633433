import Alert from '@mui/material/Alert';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import { importFields } from '@handover/contract/imports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { targetLabel } from '../import-labels.ts';
import { previewQuery, type ImportChoice } from '../imports.queries.ts';
import styles from './plan.module.css';

const outcomes = {
  create: { text: 'New', tone: 'success' },
  update: { text: 'Update', tone: 'info' },
  reject: { text: 'Left out', tone: 'error' },
} as const;

/** What the first rows of the file become. */
export function ImportPreview({ id, choice }: { id: string; choice: ImportChoice }): ReactElement {
  const { data, error, isFetching } = useQuery({
    ...previewQuery(id, choice),
    placeholderData: keepPreviousData,
  });
  const own = useCustomFields();
  if (error !== null) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (data === undefined) return <Spinner />;
  const { rows } = data;
  const targets = [...importFields, ...own.active.map(({ id }) => toCustomKey(id))];
  const fields = targets.filter((field) => rows.some((row) => (row.values[field] ?? '') !== ''));
  const rejected = rows.filter(({ outcome }) => outcome === 'reject').length;
  return (
    <div aria-busy={isFetching}>
      <p className={styles['summary']}>
        Of the first {rows.length} rows, {rows.length - rejected} would be taken and {rejected} left out.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['region']} role="region" aria-label="First rows" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {targetLabel(field, own)}
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
    </div>
  );
}
