import { z } from 'zod';

export type Reply = {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly body: unknown;
};
export type Identity = {
  readonly name: string;
  /**
   * Their relation to the workspace under attack: `stranger` is staff of another workspace, or staff without access
   * here.
   */
  readonly kind: 'nobody' | 'stranger' | 'client' | 'staff' | 'admin' | 'superadmin';
  /** The customers that a client may read: their own, and those shared with them. */
  readonly customers?: readonly string[];
  readonly token: string | null;
  readonly workspaceId: string | null;
};
export type Request = { readonly method: string; readonly path: string; readonly body?: unknown };

const problem = z.object({ code: z.string() });
const maxResponseMs = 10_000;

/** Calls the server like any client that knows only its address. */
export async function call(
  address: string,
  { token, workspaceId }: Pick<Identity, 'token' | 'workspaceId'>,
  { method, path, body }: Request,
): Promise<Reply> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), maxResponseMs);
  try {
    const response = await fetch(`${address}/api${path}`, {
      method,
      redirect: 'manual',
      signal: stopping.signal,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(workspaceId === null ? {} : { 'x-workspace': workspaceId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const text = isStream ? '' : await response.text();
    if (isStream) stopping.abort();
    const parsed = parse(text);
    return { status: response.status, code: problem.safeParse(parsed).data?.code ?? '', text, body: parsed };
  } finally {
    clearTimeout(timer);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
