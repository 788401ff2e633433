import { useEffect, useState, type ReactNode } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { BrokenLink, GuestCard } from './guest-card.tsx';
import { isBrokenLink } from './one-time-link.ts';

type State<Preview> =
  | { name: 'loading' }
  | { name: 'broken'; reason: string | null }
  | { name: 'failed'; message: string }
  | { name: 'ready'; preview: Preview };

interface LinkPreviewProps<Preview> {
  token: string;
  /** The title of the card if the details cannot be loaded. */
  title: string;
  /** What to do if the link does not work. */
  advice: string;
  /** Whether to show the server's reason, if it has a specific one for each case. */
  isReasonShown?: boolean;
  /** Must be a stable function, because a new one reloads the link. */
  load: (token: string, signal: AbortSignal) => Promise<Preview>;
  children: (preview: Preview) => ReactNode;
}

/** Loads the details of a one-time link without using it, and shows the page for them. */
export function LinkPreview<Preview>(props: LinkPreviewProps<Preview>): ReactNode {
  const { token, title, advice, load, isReasonShown = false, children } = props;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<Preview>>(
    token === '' ? { name: 'broken', reason: null } : { name: 'loading' },
  );

  useEffect(() => {
    if (token === '') return undefined;
    const ended = new AbortController();
    load(token, ended.signal).then(
      (preview) => setState({ name: 'ready', preview }),
      (error: unknown) => {
        if (!ended.signal.aborted) setState(toFailedState(error));
      },
    );
    return () => ended.abort();
  }, [token, load, attempt]);

  if (state.name === 'ready') return children(state.preview);
  if (state.name === 'loading') return <Spinner isPage label="Loading" />;
  if (state.name === 'failed')
    return (
      <GuestCard title={title}>
        <Alert tone="error" isLive>
          {state.message}
        </Alert>
        <Button
          variant="outlined"
          onClick={() => {
            setState({ name: 'loading' });
            setAttempt((count) => count + 1);
          }}
        >
          {' '}
          Retry{' '}
        </Button>
      </GuestCard>
    );
  return <BrokenLink advice={advice} {...(isReasonShown && { reason: state.reason })} />;
}

function toFailedState<Preview>(error: unknown): State<Preview> {
  return isBrokenLink(error)
    ? {
        name: 'broken',
        reason: error instanceof ApiError && error.code === 'LINK_INVALID' ? error.detail : null,
      }
    : { name: 'failed', message: getErrorMessage(error) };
}
