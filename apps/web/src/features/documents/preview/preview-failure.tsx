import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import type { ReactElement } from 'react';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';

/** Why there is no preview: permanently, or until the next attempt. */
export function PreviewFailure({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  if (error instanceof ApiError && error.code === 'RULE_BROKEN')
    return (
      <EmptyState icon="solar:document-text-bold-duotone" title="No preview" text={getErrorMessage(error)} />
    );
  return (
    <FailedState title="The preview could not be loaded" text={getErrorMessage(error)} onRetry={onRetry} />
  );
}
