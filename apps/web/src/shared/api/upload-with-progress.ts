import type { Endpoint, ParamsInput, QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { toApiError, createUnansweredError } from './api-error.ts';
import { getAddress, type CallOf } from './client.ts';
import { readToken, readWorkspaceId, removeToken } from './stored-session.ts';
import { createSubmitKey } from './submit-key.ts';

interface Upload<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  file: Blob;
  /** Added to the default headers. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Must be the same for every retry of an upload. Without a key, each call is separate. */
  idempotencyKey?: string;
  /** The share of the file that was sent, 0–1. */
  onProgress?: (share: number) => void;
}

/**
 * Uploads a file as the raw body with progress, which fetch does not report. No timeout.
 * @throws ApiError as `send` does; the signal's reason if it aborted the upload.
 */
export async function uploadWithProgress<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  { params, query, file, headers, signal, idempotencyKey = createSubmitKey(), onProgress }: Upload<E>,
): Promise<ResponseOf<E>> {
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(endpoint.method, getAddress(endpoint.path, { params, query }));
  for (const [name, value] of Object.entries({ ...createHeaders(file, idempotencyKey), ...headers }))
    request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total === 0 ? 0 : loaded / total),
  );
  await run(request, { file, signal });
  if (request.status === 401) removeToken();
  if (request.status < 200 || request.status > 299)
    throw await toApiError(new Response(request.responseText, { status: request.status }));
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the server validates its answers by the same contract
  const answer: ResponseOf<E> = request.responseText === '' ? undefined : JSON.parse(request.responseText);
  return answer;
}

function createHeaders(file: Blob, idempotencyKey: string): Record<string, string> {
  const token = readToken();
  const workspaceId = readWorkspaceId();
  return {
    Accept: 'application/json',
    'Content-Type': file.type || 'application/octet-stream',
    'Idempotency-Key': idempotencyKey,
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(workspaceId !== null && { 'X-Workspace': workspaceId }),
  };
}

function run(
  request: XMLHttpRequest,
  { file, signal }: { file: Blob; signal: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => request.abort();
    request.addEventListener('load', () => resolve());
    request.addEventListener('error', () => reject(createUnansweredError('NETWORK', null)));
    request.addEventListener('abort', () =>
      reject(signal?.reason instanceof Error ? signal.reason : createUnansweredError('NETWORK', null)),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.send(file);
  });
}
