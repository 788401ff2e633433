import { Agent, request as send, type ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Whether to call as the staff member of the sample data instead of the administrator. */
  readonly isStaff?: boolean;
  /** The expected status, if not success. */
  readonly status?: number;
};

export type Session = {
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** The administrator and the staff member. */
  readonly userIds: { readonly admin: string; readonly staff: string };
  /** Returns the text of the response; throws for an unexpected status. */
  ask(request: Request): Promise<string>;
  read<T>(path: string): Promise<T>;
  write<T>(path: string, body: unknown): Promise<T>;
  /** Reads a response chunk by chunk without keeping it. */
  download(url: string, onBytes: (bytes: Buffer) => void): Promise<void>;
  /** Sends chunks as the body of one request. */
  upload(path: string, pieces: Iterable<Buffer>): Promise<void>;
  /** Opens live streams as browsers do. Returns a function that closes them. */
  openStreams(count: number): Promise<() => void>;
  close(): void;
};

type Profile = {
  token: string;
  user: { id: string; workspaceId: string; workspaces: { id: string; name: string }[] };
};

/** Signs in and keeps up to `callers` connections open. */
export async function openSession({
  address,
  password,
  callers,
}: {
  address: string;
  password: string;
  callers: number;
}): Promise<Session> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const anonymous = createAsk({ address, agent, headers: () => ({}) });
  const signIn = async (name: string): Promise<Profile> => {
    const body = { email: `${name}@handover.test`, password };
    return JSON.parse(await anonymous({ method: 'POST', path: '/auth/login', body }));
  };
  const { token, user } = await signIn('admin');
  const staff = await signIn('staff');
  const headersOf = (profile: Profile): Record<string, string> => ({
    authorization: `Bearer ${profile.token}`,
    'x-workspace': user.workspaceId,
  });
  const headers = headersOf({ token, user });
  const staffHeaders = headersOf(staff);
  const ask = createAsk({
    address,
    agent,
    headers: ({ isStaff }) => (isStaff === true ? staffHeaders : headers),
  });
  return {
    workspaceId: user.workspaceId,
    workspaceName: user.workspaces.find(({ id }) => id === user.workspaceId)?.name ?? '',
    userIds: { admin: user.id, staff: staff.user.id },
    ask,
    read: async (path) => JSON.parse(await ask({ method: 'GET', path })),
    write: async (path, body) => JSON.parse(await ask({ method: 'POST', path, body })),
    download: async (url, onBytes) => {
      const response = await fetch(`${address}${url}`);
      if (!response.ok || response.body === null)
        throw new Error(`The download answered ${String(response.status)}`);
      for await (const bytes of response.body) onBytes(Buffer.from(bytes));
    },
    upload: async (path, pieces) => {
      const outgoing = send(`${address}/api${path}`, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
      });
      const answered = readResponse(outgoing, { what: `POST ${path}` });
      await Promise.all([pipeline(Readable.from(pieces), outgoing), answered]);
    },
    openStreams: async (count) => {
      const abort = new AbortController();
      const stream = async (): Promise<void> => {
        const { body } = await fetch(`${address}/api/events`, { headers, signal: abort.signal });
        void drain(body).catch(() => undefined);
      };
      await Promise.all(Array.from({ length: count }, stream));
      return () => abort.abort();
    },
    close: () => agent.destroy(),
  };
}

async function drain(body: Response['body']): Promise<void> {
  for await (const _chunk of body ?? []);
}

type Target = {
  address: string;
  agent: Agent;
  headers(request: Request): Record<string, string>;
};

function createAsk(to: Target): Session['ask'] {
  return (request) => {
    const { method, path, body, status } = request;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...to.headers(request),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    };
    const outgoing = send(`${to.address}/api${path}`, { method, agent: to.agent, headers });
    outgoing.end(payload);
    return readResponse(outgoing, { what: `${method} ${path}`, expected: status });
  };
}

function readResponse(
  outgoing: ClientRequest,
  { what, expected }: { what: string; expected?: number | undefined },
): Promise<string> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const status = response.statusCode ?? 0;
        if (expected === undefined ? status >= 200 && status < 300 : status === expected) resolve(text);
        else reject(new Error(`${what} answered ${String(status)}: ${text.slice(0, 300)}`));
      });
    });
  });
}
