import { useParams } from 'react-router';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { MergeForm } from './merge-form.tsx';
import { mergePreviewQuery, type MergePair } from './merge.queries.ts';

/** admin/users/duplicates/:id/:otherId */
export default function MergePage(): ReactElement {
  const { id = '', otherId = '' } = useParams();
  return <MergeScreen id={id} otherId={otherId} />;
}

/** Two customers side by side, to choose field values and merge them. */
export function MergeScreen(pair: MergePair): ReactElement {
  const query = useQuery(mergePreviewQuery(pair));
  if (query.data !== undefined) return <MergeForm key={`${pair.id} ${pair.otherId}`} preview={query.data} />;
  if (query.error === null) return <Spinner isPage />;
  const status = query.error instanceof ApiError ? query.error.status : 0;
  if (status === 404 || status === 400) return <Missing />;
  if (status === 403)
    return (
      <EmptyState
        icon="solar:lock-keyhole-bold-duotone"
        title="No access"
        text={getErrorMessage(query.error)}
      />
    );
  return (
    <FailedState
      title="The two customers could not be compared"
      text={getErrorMessage(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}

function Missing(): ReactElement {
  return (
    <EmptyState
      icon="solar:user-cross-bold-duotone"
      title="These two cannot be compared"
      text="One of them may have been deleted or belong to another workspace."
      action={
        <Button component={Link} to="/admin/users/duplicates" variant="outlined" color="inherit">
          All duplicates
        </Button>
      }
    />
  );
}
