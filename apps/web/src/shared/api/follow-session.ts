import { onSessionChange, readToken, readWorkspaceId } from './stored-session.ts';

/**
 * A signal for work of several requests, which must not continue for another user or in another workspace: it aborts
 * when the session changes. Call `end` when the work is done.
 */
export function followSession(): { signal: AbortSignal; end: () => void } {
  const change = new AbortController();
  const token = readToken();
  const workspaceId = readWorkspaceId();
  const end = onSessionChange(() => {
    if (readToken() !== token || readWorkspaceId() !== workspaceId) change.abort();
  });
  return { signal: change.signal, end };
}
