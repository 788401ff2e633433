import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startServerProcess } from '@handover/testing/server-process.ts';
import { call, type Identity, type Reply } from './http.ts';
import { createPersonas, type Cast } from './identities.ts';
import {
  createExample,
  explore,
  getNoun,
  toPath,
  readOperations,
  type Found,
  type Operation,
} from './operations.ts';

const samplePassword = 'outside matrix password';

export type Matrix = {
  readonly calls: number;
  /** Requests for other people's records whose body or query was rejected before access was checked. */
  readonly undecided: number;
  readonly findings: readonly string[];
};

/**
 * Attacks a real server with sample data as sixteen identities, using only the API description and section 2 of the
 * product definition: own ids, others' ids, and nonexistent ids, on every endpoint.
 */
export async function runOutsideMatrix(): Promise<Matrix> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-outside-'));
  const port = await findFreePort();
  const env = { SAMPLE_DATA: 'true', SAMPLE_PASSWORD: samplePassword };
  const server = await startServerProcess({ dataDir, port, env });
  try {
    return await attackServer(server.address, samplePassword);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The same against a running server, which keeps the people and records created. */
export async function attackServer(address: string, password: string): Promise<Matrix> {
  const operations = await readOperations(address);
  return attack(address, { operations, cast: await createPersonas(address, password) });
}

async function attack(
  address: string,
  { operations, cast }: { operations: readonly Operation[]; cast: Cast },
): Promise<Matrix> {
  const findings: string[] = [];
  let [calls, undecided] = [0, 0];
  const send = async (
    identity: Identity,
    operation: Operation,
    id: string,
    workspaceId = identity.workspaceId,
  ) => {
    calls += 1;
    const { method, body } = operation;
    const request = {
      method,
      path: toPath(operation, id),
      ...(body === null ? {} : { body: createExample(body) }),
    };
    const reply = await call(address, { ...identity, workspaceId }, request);
    if (reply.status >= 500 && reply.status !== 503)
      findings.push(`${identity.name}: ${method} ${request.path} answered ${String(reply.status)}`);
    return reply;
  };
  const skip = (): void => {
    undecided += 1;
  };
  const say = (identity: Identity, { method, path }: Operation, problem: string): void =>
    void findings.push(`${identity.name}: ${method} ${path} ${problem}`);

  const here = await explore(address, cast.explorers.here, operations);
  const elsewhere = await explore(address, cast.explorers.elsewhere, operations);
  // The sample has customers of the same name in several workspaces.
  const names = new Set([...here.names].filter((name) => !elsewhere.names.has(name)));
  const secured = operations.filter(({ isPublic }) => !isPublic);
  for (const identity of cast.identities) {
    const own = identity.kind === 'client' ? await explore(address, identity, operations) : null;
    for (const id of own?.ids.get('users') ?? [])
      if (identity.customers?.includes(id) !== true)
        findings.push(`${identity.name}: finds the customer ${id}`);
    for (const operation of secured) {
      const foreign = identity.workspaceId === cast.explorers.here.workspaceId ? elsewhere : here;
      await judge({ identity, operation, own, here: { ...here, names }, foreign }, { send, say, skip });
    }
  }
  for (const { reader, explorer } of cast.scoped) {
    const there = await explore(address, explorer, operations);
    for (const operation of secured)
      await judge(
        { identity: reader, operation, own: null, here: there, foreign: here },
        { send, say, skip },
      );
  }
  return { calls, undecided, findings };
}

type Case = {
  readonly identity: Identity;
  readonly operation: Operation;
  /** Records that the client may read. */
  readonly own: Found | null;
  /** Records of the workspace under attack, and of another one. */
  readonly here: Found;
  readonly foreign: Found;
};
type Tools = {
  send(identity: Identity, operation: Operation, id: string, workspaceId?: string | null): Promise<Reply>;
  say(identity: Identity, operation: Operation, problem: string): void;
  skip(): void;
};

const maxIds = 3;

async function judge(
  { identity, operation, own, here, foreign }: Case,
  { send, say, skip }: Tools,
): Promise<void> {
  const hasId = operation.path.includes('{');
  const noun = getNoun(operation);
  const { kind } = identity;
  const missing = await send(identity, operation, randomUUID());
  if (kind === 'nobody') {
    if (missing.status !== 401) say(identity, operation, `answered ${String(missing.status)} instead of 401`);
    return;
  }
  if (isForbidden(kind, operation) && missing.status < 400) say(identity, operation, 'is not for this role');
  if (!hasId) return checkText({ identity, operation, own, here }, missing, say);
  const isForOthers = kind === 'stranger' || kind === 'client';
  const ownIds = own?.ids.get(noun) ?? [];
  const closed = [
    ...(foreign.ids.get(noun) ?? []).slice(0, maxIds),
    ...(isForOthers ? (here.ids.get(noun) ?? []).filter((id) => !ownIds.includes(id)).slice(0, maxIds) : []),
  ];
  for (const id of closed) {
    if (isPublicRecord(operation)) continue;
    const reply = await send(identity, operation, id);
    if (reply.status === 400) skip();
    if (reply.status < 400)
      say(identity, operation, `answered ${String(reply.status)} for a record of others`);
    else if (reply.status !== missing.status || reply.code !== missing.code)
      say(
        identity,
        operation,
        `tells a record of others (${describe(reply)}) from a missing one (${describe(missing)})`,
      );
  }
  for (const id of ownIds.slice(0, maxIds))
    if (operation.method === 'GET')
      checkText({ identity, operation, own, here }, await send(identity, operation, id), say);
}

/** No answer to a client names a customer or business that they cannot list. */
function checkText(
  { identity, operation, own, here }: Pick<Case, 'identity' | 'operation' | 'own' | 'here'>,
  { status, text }: Reply,
  say: Tools['say'],
): void {
  if (status >= 300 || !['client', 'stranger'].includes(identity.kind) || isPublicRecord(operation)) return;
  const leaked = [...here.names].find((name) => text.includes(name) && own?.names.has(name) !== true);
  if (leaked !== undefined) say(identity, operation, `names “${leaked}”`);
}

/** Product definition, section 2: superadmins manage the installation, admins the workspace's settings. */
const installation = /^\/installation\/|^\/client-plans/;
const settings =
  /^\/(?:api-keys|webhooks|audit|invitations|people|mail-account|imap-account|workspace(?!s)|policies|bulk-deletes)(?:\/|$)/;
const adminsOnly = /\/(?:ban|unban|merge)$/;

function isForbidden(kind: Identity['kind'], { method, path }: Operation): boolean {
  if (kind === 'superadmin') return false;
  if (installation.test(path) && !(method === 'GET' && path.startsWith('/client-plans'))) return true;
  if (kind === 'admin') return false;
  return settings.test(path) || adminsOnly.test(path) || (method === 'DELETE' && path === '/users/{id}');
}

/** Posts of the public blog, and actions on them, are public. */
function isPublicRecord({ path }: Operation): boolean {
  return /^\/(?:posts|blog|photos|client-plans)(?:\/|$)/.test(path);
}

function describe({ status, code }: Reply): string {
  return `${String(status)} ${code}`;
}
