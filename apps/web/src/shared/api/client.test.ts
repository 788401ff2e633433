import { getCustomer } from '@handover/contract/customers/customers.ts';
import { listTasks } from '@handover/contract/tasks/tasks.ts';
import { createNote } from '@handover/contract/records/notes.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { requestTimeoutMs, send } from './client.ts';
import { readToken, storeToken, storeWorkspaceId } from './stored-session.ts';

const fetchMock = vi.fn<typeof fetch>();
const id = '0199a000-0000-7000-8000-000000000001';

function createResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

function getLastRequest(): { url: string; headers: Headers; init: RequestInit } {
  const [url, init = {}] = fetchMock.mock.lastCall ?? [];
  return { url: typeof url === 'string' ? url : '', headers: new Headers(init.headers), init };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => createResponse(200, {}));
  vi.stubGlobal('fetch', fetchMock);
});

describe('a call', () => {
  it('goes to the base path with its parameters filled in and its query', async () => {
    await send(getCustomer, { params: { id: 'a/b' } });
    expect(getLastRequest().url).toBe('/api/users/a%2Fb');
    await send(listTasks, { query: { status: 'open', limit: 10 } });
    expect(getLastRequest().url).toBe('/api/tasks?status=open&limit=10');
  });

  it('carries the bearer token and the workspace when they are stored, and neither when not', async () => {
    await send(listTasks);
    expect(getLastRequest().headers.has('Authorization')).toBe(false);
    expect(getLastRequest().headers.has('X-Workspace')).toBe(false);
    storeToken('secret');
    storeWorkspaceId(id);
    await send(listTasks);
    expect(getLastRequest().headers.get('Authorization')).toBe('Bearer secret');
    expect(getLastRequest().headers.get('X-Workspace')).toBe(id);
  });

  it('takes the answer that the page asked for before, and deals with a refusal all the same', async () => {
    storeToken('secret');
    const early = {
      '/api/tasks': Promise.resolve(createResponse(401, { status: 401, code: 'UNAUTHENTICATED' })),
    };
    window.earlyAnswers = { token: 'secret', workspaceId: null, answers: early };
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    await expect(send(listTasks)).rejects.toMatchObject({ status: 401 });
    expect(fetchMock).not.toHaveBeenCalled();
    expect(readToken()).toBeNull();
    delete window.earlyAnswers;
    vi.mocked(performance.now).mockRestore();
  });

  it('sends JSON, with an idempotency key on a POST only', async () => {
    await send(createNote, { params: { id }, body: { body: 'Called back' } }, { idempotencyKey: 'k1' });
    const { headers, init } = getLastRequest();
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('Idempotency-Key')).toBe('k1');
    expect(init.method).toBe('POST');
    await send(createNote, { params: { id }, body: { body: 'Called back' } });
    expect(getLastRequest().headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    await send(listTasks);
    expect(getLastRequest().headers.has('Idempotency-Key')).toBe(false);
  });

  it('answers nothing for an empty body', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await send(listTasks)).toBeUndefined();
  });
});

describe('a refusal', () => {
  const problem = {
    type: 'about:blank',
    title: 'Invalid input',
    status: 400,
    detail: 'Check the fields.',
    code: 'INVALID_INPUT',
    requestId: 'r-1',
    errors: [{ path: 'email', message: 'Enter an email address' }],
  };

  it('becomes an ApiError with all that the problem document says', async () => {
    fetchMock.mockResolvedValue(createResponse(400, problem, { 'Retry-After': '30' }));
    const error = await send(listTasks).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      detail: 'Check the fields.',
      errors: problem.errors,
      requestId: 'r-1',
      retryAfterSeconds: 30,
    });
  });

  it('is a plain message when it is no problem document', async () => {
    fetchMock.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(send(listTasks)).rejects.toMatchObject({ status: 502, code: 'UNREADABLE' });
  });

  it('with status 401 removes the stored token and does nothing else', async () => {
    storeToken('secret');
    const place = window.location.href;
    fetchMock.mockResolvedValue(createResponse(401, { ...problem, status: 401, code: 'NOT_SIGNED_IN' }));
    await expect(send(listTasks)).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
    expect(window.location.href).toBe(place);
  });

  it.each([400, 403, 404, 500])('with status %i leaves the token alone', async (status) => {
    storeToken('secret');
    fetchMock.mockResolvedValue(createResponse(status, { ...problem, status }));
    await expect(send(listTasks)).rejects.toMatchObject({ status });
    expect(readToken()).toBe('secret');
  });
});

describe('a call without an answer', () => {
  it('ends after 10 seconds, not before', async () => {
    vi.useFakeTimers();
    expect(requestTimeoutMs).toBe(10_000);
    fetchMock.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
        ),
    );
    const outcome = vi.fn();
    send(listTasks).catch(outcome);
    await vi.advanceTimersByTimeAsync(9999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ status: 0, code: 'TIMEOUT' }));
  });

  it('is a network error when the connection fails', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(send(listTasks)).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  });

  it('passes on the abort of its caller', async () => {
    const caller = new AbortController();
    fetchMock.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
        ),
    );
    const call = send(listTasks, {}, { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toHaveProperty('name', 'AbortError');
  });
});
