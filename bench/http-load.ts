import { Agent, request as send } from 'node:http';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** What it must answer, if not success. */
  readonly status?: number;
};

export type Session = {
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** The answer's text; throws for any status but the one expected. */
  ask(request: Request): Promise<string>;
  read<T>(path: string): Promise<T>;
  write<T>(path: string, body: unknown): Promise<T>;
  close(): void;
};

type Profile = {
  token: string;
  user: { workspaceId: string; workspaces: { id: string; name: string }[] };
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
  const anonymous = asker({ address, agent, headers: {} });
  const login = { email: 'admin@handover.test', password };
  const { token, user }: Profile = JSON.parse(
    await anonymous({ method: 'POST', path: '/auth/login', body: login }),
  );
  const ask = asker({
    address,
    agent,
    headers: { authorization: `Bearer ${token}`, 'x-workspace': user.workspaceId },
  });
  return {
    workspaceId: user.workspaceId,
    workspaceName: user.workspaces.find(({ id }) => id === user.workspaceId)?.name ?? '',
    ask,
    read: async (path) => JSON.parse(await ask({ method: 'GET', path })),
    write: async (path, body) => JSON.parse(await ask({ method: 'POST', path, body })),
    close: () => agent.destroy(),
  };
}

function asker(to: { address: string; agent: Agent; headers: Record<string, string> }): Session['ask'] {
  return ({ method, path, body, status: expected }) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...to.headers,
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const outgoing = send(`${to.address}/api${path}`, { method, agent: to.agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          if (expected === undefined ? status >= 200 && status < 300 : status === expected) resolve(text);
          else reject(new Error(`${method} ${path} answered ${String(status)}: ${text.slice(0, 300)}`));
        });
      });
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
}
