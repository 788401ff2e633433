import { useParams } from 'react-router';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Merge } from '@handover/contract/records/merges.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { formatFields, formatMoves, formatUnused } from './merge-choices.ts';
import { mergeQuery } from './merge.queries.ts';
import UndoMergeDialog from './undo-merge-dialog.tsx';
import styles from './merge.module.css';

/** admin/users/merges/:id */
export default function MergeRecordPage(): ReactElement {
  const { id = '' } = useParams();
  return <MergeRecord id={id} />;
}

/** A completed merge with its details and undo. */
export function MergeRecord({ id }: { id: string }): ReactElement {
  const query = useQuery(mergeQuery(id));
  if (query.data !== undefined) return <Record merge={query.data} />;
  if (query.error === null) return <Spinner isPage />;
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return (
      <EmptyState
        icon="solar:user-cross-bold-duotone"
        title="Merge not found"
        text="It may belong to another workspace, or you may not have access to the customer."
        action={
          <Button component={Link} to="/admin/users" variant="outlined" color="inherit">
            All customers
          </Button>
        }
      />
    );
  return (
    <FailedState
      title="The merge could not be loaded"
      text={getErrorMessage(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}

function Record({ merge }: { merge: Merge }): ReactElement {
  const { survivor, merged, moved, fields, unused, undoneAt } = merge;
  const { timeZone } = useUser();
  const own = useCustomFields();
  const moves = formatMoves(moved);
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-label="Merge">
        <div className={styles['line']}>
          <h2 className={styles['title']}>
            {merged.name} was merged into <Link to={`/admin/users/view/${survivor.id}`}>{survivor.name}</Link>
          </h2>
          <StatusLabel tone={undoneAt === null ? 'success' : 'neutral'}>
            {undoneAt === null ? 'Merged' : 'Undone'}
          </StatusLabel>
        </div>
        <p className={styles['quiet']}>
          By {merge.createdBy.displayName}, {formatFullTime(new Date(merge.createdAt), timeZone)}
        </p>
        <dl className={styles['facts']}>
          <div>
            <dt>Moved</dt>
            <dd>{moves.length === 0 ? 'Nothing' : moves.join(', ')}</dd>
          </div>
          <div>
            <dt>Values copied</dt>
            <dd>{fields.length === 0 ? 'None' : formatFields(fields, own)}</dd>
          </div>
          {unused.length > 0 && (
            <div>
              <dt>Values not kept</dt>
              <dd>{formatUnused(unused, own).join(', ')}</dd>
            </div>
          )}
        </dl>
      </section>
      <Undo merge={merge} />
    </div>
  );
}

function Undo({ merge }: { merge: Merge }): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { canUndo, obstacle, undoneAt } = merge;
  if (undoneAt !== null) return <Undone merge={merge} />;
  if (!canUndo) return <Alert severity="info">{obstacle ?? 'An administrator can undo this merge.'}</Alert>;
  return (
    <div className={styles['acts']}>
      <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
        Undo merge
      </Button>
      {isAsking && <UndoMergeDialog mergeId={merge.id} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Undone({ merge }: { merge: Merge }): ReactElement {
  const { timeZone } = useUser();
  const own = useCustomFields();
  const { survivor, merged, storedFields, undoneBy, undoneAt } = merge;
  return (
    <>
      <Alert severity="success">
        {undoneBy?.displayName ?? 'Someone'} undid this merge
        {undoneAt !== null && `, ${formatFullTime(new Date(undoneAt), timeZone)}`}.{' '}
        <Link to={`/admin/users/view/${merged.id}`}>{merged.name}</Link> was restored.
      </Alert>
      {storedFields.length > 0 && (
        <Alert severity="warning">
          {survivor.name} keeps the values changed after the merge: {formatFields(storedFields, own)}.
        </Alert>
      )}
    </>
  );
}
