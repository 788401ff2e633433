import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { previewBulkEmail, type BulkPreview } from '@handover/contract/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { MailPage } from '#shared/mail-templates/mail-page.tsx';
import { inputOf, type RecordSelection } from '#shared/records/list/record-list.ts';
import styles from './bulk-email.module.css';

interface BulkEmailPreviewProps {
  selection: RecordSelection;
  mail: { subject: string; html: string };
  count: number;
}

/** The email as each of the first customers would get it. */
export function BulkEmailPreview({ selection, mail, count }: BulkEmailPreviewProps): ReactElement {
  const body = inputOf(previewBulkEmail.body, { selection, subject: mail.subject, html: mail.html });
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-preview', 'bulk', body],
    queryFn: async ({ signal }) => (await send(previewBulkEmail, { body }, { signal })).previews,
    staleTime: 240_000,
    retry: false,
  });
  if (error !== null)
    return <FailedState title="No preview" text={messageOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  return <Pages previews={data} count={count} />;
}

function Pages({ previews, count }: { previews: readonly BulkPreview[]; count: number }): ReactElement {
  const [index, setIndex] = useState(0);
  const preview = previews[index];
  if (preview === undefined)
    return <EmptyState icon="solar:users-group-rounded-bold-duotone" title="No customers match" />;
  const step = (by: number): void => setIndex((index + by + previews.length) % previews.length);
  return (
    <MailPage preview={preview}>
      <div className={styles['steps']}>
        <p role="status">
          <strong>{preview.customer.name}</strong>, {String(index + 1)} of the first {String(previews.length)}{' '}
          out of {count.toLocaleString('en')}
        </p>
        {previews.length > 1 && (
          <div className={styles['arrows']}>
            <Button size="small" variant="outlined" color="inherit" onClick={() => step(-1)}>
              Previous
            </Button>
            <Button size="small" variant="outlined" color="inherit" onClick={() => step(1)}>
              Next
            </Button>
          </div>
        )}
      </div>
      {preview.refusal !== null && preview.missing.length === 0 && (
        <Alert severity="warning">Skipped: {preview.refusal}</Alert>
      )}
    </MailPage>
  );
}
