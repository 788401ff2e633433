import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import type { ImportCheck } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import styles from './plan.module.css';

/** What starting now would come to, counted over the whole file. */
export function CheckSummary({ check }: { check: ImportCheck | null }): ReactElement | null {
  if (check === null) return null;
  if (check.failure !== null)
    return <Alert severity="warning">{`The file could not be checked to its end. ${check.failure}`}</Alert>;
  const { counts } = check;
  const number = (count: number): string => count.toLocaleString('en');
  if (!check.isComplete)
    return (
      <div className={styles['checking']}>
        <p role="status">Checking every row: {Math.round(check.progress * 100)} %</p>
        <LinearProgress variant="determinate" value={check.progress * 100} aria-label="Check of the file" />
      </div>
    );
  return (
    <>
      <p role="status" className={styles['outcome-line']}>
        <strong>{number(counts.created)}</strong> to create, <strong>{number(counts.updated)}</strong> to
        update, <strong>{number(counts.rejected)}</strong> left out of {number(counts.rows)} rows
      </p>
      {check.withoutRoom > 0 && <QuotaExceeded created={counts.created} withoutRoom={check.withoutRoom} />}
    </>
  );
}

/** What the workspace's plan will not take is said before the start, while something can be done about it. */
function QuotaExceeded({ created, withoutRoom }: { created: number; withoutRoom: number }): ReactElement {
  const left = created - withoutRoom;
  const room = left === 0 ? 'no room' : `room for ${left.toLocaleString('en')} of them only`;
  return (
    <Alert severity="warning">
      {`The workspace’s plan has ${room}: ${withoutRoom.toLocaleString('en')} ${withoutRoom === 1 ? 'row' : 'rows'} to create would be left out. Move customers to the bin, or ask a superadmin for more.`}
    </Alert>
  );
}
