import { ApiError } from './api-error.ts';
import { onSessionChange, readToken, readWorkspaceId } from './stored-session.ts';

const stopped = {
  status: 0,
  code: 'SESSION_CHANGED',
  detail: 'The upload stopped because your session ended or you opened another workspace.',
};

/**
 * A signal for an upload of several requests, which must not continue for another user or in another workspace: it
 * aborts when the session changes, with an error that says so. Call `end` when the upload is done.
 */
export function followSession(): { signal: AbortSignal; end: () => void } {
  const change = new AbortController();
  const token = readToken();
  const workspaceId = readWorkspaceId();
  const end = onSessionChange(() => {
    if (readToken() !== token || readWorkspaceId() !== workspaceId) change.abort(new ApiError(stopped));
  });
  return { signal: change.signal, end };
}
