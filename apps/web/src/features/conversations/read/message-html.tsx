import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { openEmailHtml, type Message } from '@handover/contract/conversations/conversations.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useFrameUrl } from '#shared/appearance/appearance.ts';
import styles from './message-view.module.css';

type HtmlMessage = Pick<Message, 'id' | 'subject' | 'text' | 'hasRemoteImages'>;

/** The email as text or, on request, formatted in a sandboxed frame. Remote images load only on request. */
export function MessageHtml({ message }: { message: HtmlMessage }): ReactElement {
  const [isTall, setTall] = useState(false);
  const frameUrl = useFrameUrl();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (withRemoteImages: boolean) =>
      send(openEmailHtml, { params: { id: message.id }, body: { withRemoteImages } }),
  });
  const hasImages = variables ?? false;
  return (
    <div className={styles['html']}>
      {error !== null && (
        <Alert severity="error" role="alert">
          {getErrorMessage(error)}
        </Alert>
      )}
      {data === undefined && <p className={styles['text']}>{message.text}</p>}
      <div className={styles['buttons']}>
        {data === undefined && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={isPending}
            onClick={() => mutate(false)}
          >
            Show formatted
          </Button>
        )}
        {data !== undefined && message.hasRemoteImages && !hasImages && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={isPending}
            onClick={() => mutate(true)}
          >
            Show remote images
          </Button>
        )}
        {data !== undefined && (
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-pressed={isTall}
            onClick={() => setTall(!isTall)}
          >
            {isTall ? 'Smaller' : 'Larger'}
          </Button>
        )}
      </div>
      {data !== undefined && (
        <iframe
          key={data.ticket.url}
          src={frameUrl(data.ticket.url)}
          title={`Formatted email: ${message.subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className={classNames(styles['frame'], isTall && styles['tall'])}
        />
      )}
    </div>
  );
}
