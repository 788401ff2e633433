import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  createCalendarFeed,
  getCalendarFeed,
  revokeCalendarFeed,
} from '@handover/contract/tasks/calendar-feed.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { copyText } from '@handover/ui-lite/parts/copy-text.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './calendar-link-dialog.module.css';

const feedQuery = (): QueryFor<ResponseOf<typeof getCalendarFeed>> =>
  oneQuery({
    queryKey: ['calendar-feed'],
    queryFn: ({ signal }) => send(getCalendarFeed, {}, { signal }),
  });

/** Creates, shows once, and revokes the private link that a phone’s calendar subscribes to. */
export default function CalendarLinkDialog({ onClose }: { onClose: () => void }): ReactElement {
  const titleId = useId();
  const { timeZone } = useUser();
  const { data, error } = useQuery(feedQuery());
  const { create, revoke } = useFeedMutations();
  const feed = data?.feed ?? null;
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Calendar subscription</DialogTitle>
      <DialogContent className={styles['content'] ?? ''}>
        <p>
          A private link shows your open tasks in any calendar app that can subscribe to a URL. Anyone with
          the link can read them.
        </p>
        {error !== null && <Alert severity="error">{getErrorMessage(error)}</Alert>}
        {create.data === undefined ? (
          feed !== null && (
            <p>
              Your link was created on {formatFullTime(new Date(feed.createdAt), timeZone)}. It is not shown
              again; creating a new link revokes it.
            </p>
          )
        ) : (
          <NewLink url={create.data.url} />
        )}
      </DialogContent>
      <DialogActions>
        {feed !== null && (
          <Button variant="outlined" color="error" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke link
          </Button>
        )}
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
        {create.data === undefined && (
          <Button loading={create.isPending} onClick={() => create.mutate()}>
            {feed === null ? 'Create link' : 'Create new link'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function NewLink({ url }: { url: string }): ReactElement {
  const toasts = useToasts();
  const copy = async (): Promise<void> =>
    (await copyText(url))
      ? toasts.done('Link copied')
      : toasts.failed('The link could not be copied. Select it and copy it.');
  return (
    <>
      <Alert severity="success">Copy it now. You won’t be able to see it again.</Alert>
      <LabeledInput
        label="Calendar link"
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        endAdornment={
          <Button variant="text" onClick={() => void copy()}>
            Copy
          </Button>
        }
      />
      <a className={styles['subscribe']} href={url.replace(/^https?:/, 'webcal:')}>
        Subscribe on this device
      </a>
    </>
  );
}

function useFeedMutations() {
  const client = useQueryClient();
  const toasts = useToasts();
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  const onSettled = () => client.invalidateQueries({ queryKey: feedQuery().queryKey });
  const create = useMutation({ mutationFn: () => send(createCalendarFeed), onError, onSettled });
  const revoke = useMutation({
    mutationFn: () => send(revokeCalendarFeed),
    onSuccess: () => {
      create.reset();
      toasts.done('Link revoked');
    },
    onError,
    onSettled,
  });
  return { create, revoke };
}
