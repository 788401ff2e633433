import Button from '@mui/material/Button';
import type { ImportProblemRow } from '@handover/contract/imports.ts';
import { useState, type ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { BadCell } from './bad-cell.tsx';
import styles from './row-errors.module.css';
import type { useRowErrors } from './use-row-errors.ts';

interface RowErrorsRowProps {
  row: ImportProblemRow;
  /** Headings by column index. */
  headings: readonly string[];
  mending: ReturnType<typeof useRowErrors>;
}

/** A row of the file with the cells that are wrong, or were mended; the others are shown when asked for. */
export function RowErrorsRow({ row, headings, mending }: RowErrorsRowProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const { problems, editedColumns } = row;
  const isBroken = problems.some(({ column }) => column === null);
  const columns = Object.keys(row.cells).filter(
    (column) =>
      isWhole || problems.some((problem) => problem.column === column) || editedColumns.includes(column),
  );
  const isDone = row.isSkipped || problems.length === 0;
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['number']}>Row {row.row.toLocaleString('en')}</span>
        <span className={styles['name']}>{row.name ?? ''}</span>
        {isDone && (
          <StatusLabel tone={row.isSkipped ? 'neutral' : 'success'}>
            {row.isSkipped ? 'Skipped' : 'Mended'}
          </StatusLabel>
        )}
      </div>
      {isBroken ? (
        <p className={styles['broken']}>{problems.map(({ message }) => message).join(' ')}</p>
      ) : (
        <div className={styles['cells']}>
          {columns.map((column) => (
            <BadCell
              key={column}
              row={row.row}
              column={column}
              label={headings[Number(column)] ?? ''}
              value={row.cells[column] ?? ''}
              problem={problems.find((problem) => problem.column === column)}
              onEdit={mending.edit}
            />
          ))}
        </div>
      )}
      <div className={styles['acts']}>
        {!isBroken && (
          <Button size="small" variant="text" color="inherit" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fewer cells' : 'All cells'}
          </Button>
        )}
        {row.isSkipped || (problems.length === 0 && editedColumns.length > 0) ? (
          <Button size="small" variant="text" color="inherit" onClick={() => mending.restore(row.row)}>
            As in the file
          </Button>
        ) : (
          <Button size="small" variant="text" color="inherit" onClick={() => mending.skip(row.row)}>
            Skip row
          </Button>
        )}
      </div>
    </>
  );
}
