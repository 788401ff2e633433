import {
  isRead,
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@handover/contract/http/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Keyring } from '#lib/keyring.ts';
import { claimIdempotencyKey, storeIdempotentResponse } from '#platform/idempotency.ts';
import { findApiNouns, requireMember, requireScope, requireSession } from '#platform/session/access.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import { toContributor, toForbidden } from '#platform/session/grants.queries.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import type { RequestLimits } from './request-limits.ts';
import {
  findIdempotencyKey,
  isApiKey,
  isRawBody,
  findBearerToken,
  validate,
  findWorkspaceHeader,
  type ValidatedRequest,
} from './request.ts';
import { hashSecret } from '#lib/ids.ts';
import { isRecord } from '#lib/objects.ts';

type ActorFor<A extends Access> = A['kind'] extends 'member'
  ? Member
  : A['kind'] extends 'session'
    ? SessionActor
    : null;

/** Input of a handler. A signed-in JSON write runs in one transaction, `work.db`. */
export type Context<E extends Endpoint> = {
  readonly actor: ActorFor<E['access']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly work: Work;
  /** For public writes, which open the transaction themselves. */
  readonly transact: WorkRunner['transact'];
  /**
   * For uploads: one transaction once the bytes are stored. A repeated idempotency key with the same bytes
   * returns the stored answer and writes nothing.
   */
  readonly writeOnce: WriteOnce;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

export type WriteOnce = <T>(
  bytes: { readonly sha256: string },
  act: (work: Work) => Promise<T>,
) => Promise<T>;

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<ResponseOf<E> | void>;

export type Routes = {
  /** Serves a contract endpoint: authenticate, validate, act, answer. */
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
};

type Actor = Member | SessionActor;

/** Bodies of public endpoints are a few short texts. */
const publicLimitBytes = 64 * 1024;

type Parts = {
  readonly app: FastifyInstance;
  /** Fastify context with raw bodies. */
  readonly uploads: FastifyInstance;
  readonly runner: WorkRunner;
  readonly keyring: Keyring;
  readonly requestLimits: RequestLimits;
  readonly actionNames: ReadonlyMap<Endpoint, string>;
};

/** Serves all endpoints below `/api`. */
export function createRoutes({ app, uploads, runner, keyring, requestLimits, actionNames }: Parts): Routes {
  return {
    add: (endpoint, handler) => {
      const action = actionNames.get(endpoint);
      if (action === undefined)
        throw new Error(`${endpoint.method} ${endpoint.path} is not in the route table`);
      const context = isRawBody(endpoint) ? uploads : app;
      const actors = new WeakMap<FastifyRequest, Actor>();
      context.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        ...(endpoint.access.kind === 'public' && !isRawBody(endpoint) && { bodyLimit: publicLimitBytes }),
        // Before the body is read, so that only callers with access can have one parsed.
        onRequest: async (request) => {
          const caller = await identify(endpoint, runner, request);
          if (endpoint.isProbe !== true)
            requestLimits.countRequest({
              actor: caller,
              isApiKey: isApiKey(findBearerToken(request)),
              ip: request.ip,
            });
          const actor = authorizeCaller(endpoint, caller);
          if (actor !== null) actors.set(request, actor);
        },
        handler: (request, reply) =>
          serve({
            endpoint,
            handler,
            action,
            runner,
            keyring,
            request,
            reply,
            actor: actors.get(request) ?? null,
          }),
      });
    },
  };
}

type ServedCall<E extends Endpoint> = {
  endpoint: E;
  handler: Handler<E>;
  action: string;
  runner: WorkRunner;
  keyring: Keyring;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Null for a public endpoint. */
  actor: Actor | null;
};

async function serve<const E extends Endpoint>(served: ServedCall<E>): Promise<unknown> {
  const { endpoint, handler, runner, request, reply, actor } = served;
  const input = validate(endpoint, request);
  const contextOf = (work: Work): Context<E> => toContext({ served, input, work });
  const isAmbientWrite =
    endpoint.method !== 'GET' && endpoint.access.kind !== 'public' && endpoint.transfer === undefined;
  if (isAmbientWrite && actor !== null) return write({ served, actor, input, contextOf });
  const response = await handler(contextOf(runner.read()));
  if (hasOwnResponse(endpoint)) return reply;
  return isKnown(request, reply) ? reply.code(304).send() : send(reply, endpoint.status, response);
}

/** Whether the caller already has the response with the handler's ETag. */
function isKnown(request: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return typeof etag === 'string' && known.includes(etag);
}

/** Handlers of non-JSON responses send them themselves. */
function hasOwnResponse({ transfer }: Endpoint): boolean {
  return transfer === 'stream' || transfer === 'form';
}

function toContext<E extends Endpoint>({
  served,
  input,
  work,
}: {
  served: ServedCall<E>;
  input: ValidatedRequest;
  work: Work;
}): Context<E> {
  const { request, reply, runner, actor } = served;
  const writeOnce = writeOnceFor(served, actor);
  const context: unknown = { ...input, actor, work, transact: runner.transact, writeOnce, request, reply };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- `validate` gave each part the type that the endpoint's schema infers, and `admit` the actor of its access rule
  return context as Context<E>;
}

/** The caller; null for a public endpoint or without a valid session. */
async function identify(
  { access }: Endpoint,
  runner: WorkRunner,
  request: FastifyRequest,
): Promise<SessionActor | null> {
  const token = findBearerToken(request);
  if (access.kind === 'public' || token === null) return null;
  return authenticate(runner.db, {
    by: isApiKey(token) ? { apiKeyHash: hashSecret(token) } : { tokenHash: hashSecret(token) },
    workspaceId: findWorkspaceHeader(request),
    now: runner.clock.now(),
  });
}

/** The caller as the endpoint sees them; null for a public one. Throws what `access.ts` throws. */
function authorizeCaller(endpoint: Endpoint, actor: SessionActor | null): Actor | null {
  const { access, path } = endpoint;
  if (access.kind === 'public') return null;
  requireScope(actor, endpoint);
  if (access.kind !== 'member') return requireSession(actor);
  const member = {
    ...requireMember(actor, { access, isRecord: path.includes('{') }),
    apiNouns: findApiNouns(actor, endpoint),
  };
  return isRead(endpoint) ? member : toContributor(member);
}

type Write<E extends Endpoint> = {
  served: ServedCall<E>;
  actor: Actor;
  input: ValidatedRequest;
  contextOf: (work: Work) => Context<E>;
};

/** One transaction: claim the idempotency key, act, store the answer, write the audit entry. */
async function write<const E extends Endpoint>({
  served,
  actor,
  input,
  contextOf,
}: Write<E>): Promise<unknown> {
  const { endpoint, handler, action, runner, request, reply } = served;
  const workspaceId = isInstallationEndpoint(endpoint) ? null : findWorkspaceId(actor);
  const written = runner.transact((work) =>
    respondOnce({ served, actor, work, sent: request.body ?? null }, async () => {
      const detail: Record<string, unknown> = isApiKey(findBearerToken(request))
        ? { apiKeyId: actor.sessionId }
        : {};
      const audited = { ...work, audit: (more: Record<string, unknown>) => void Object.assign(detail, more) };
      const answer = await handler(contextOf(audited));
      if (endpoint.isAudited === false) return answer;
      const subjectId = findSubject(input.params, answer);
      const origin = { ipAddress: request.ip, requestId: request.id, now: work.now };
      await recordAudit(work.db, {
        workspaceId,
        actorId: actor.userId,
        action,
        subjectId,
        detail,
        ...origin,
      });
      return answer;
    }),
  );
  const response = await written.catch((error: unknown) => {
    throw 'grants' in actor && !isRead(endpoint)
      ? toForbidden(error, actor.grants, findSubject(input.params, undefined))
      : error;
  });
  return send(reply, endpoint.status, response);
}

function writeOnceFor<const E extends Endpoint>(served: ServedCall<E>, actor: Actor | null): WriteOnce {
  return ({ sha256 }, act) => {
    if (actor === null) throw new Error('Who has no session cannot repeat a request');
    return served.runner.transact((work) =>
      respondOnce({ served, actor, work, sent: sha256 }, () => act(work)),
    );
  };
}

type Once = {
  served: Pick<ServedCall<Endpoint>, 'endpoint' | 'keyring' | 'request'>;
  actor: Actor;
  work: Work;
  /** Distinguishes this request from another at the same address. */
  sent: unknown;
};

/** Acts, or returns the stored answer of the request's idempotency key. */
async function respondOnce<T>({ served, actor, work, sent }: Once, act: () => Promise<T>): Promise<T> {
  const { endpoint, keyring, request } = served;
  const key = findIdempotencyKey(request);
  if (key === null) return act();
  const claim = { actorId: actor.userId, key, keyring };
  const asked = [endpoint.method, request.url, sent, findWorkspaceId(actor)];
  const replay = await claimIdempotencyKey<T>(work, { ...claim, request: asked });
  if (replay !== null) return replay.response;
  const response = await act();
  await storeIdempotentResponse(work, { ...claim, status: endpoint.status, response });
  return response;
}

/** Installation endpoints belong to no workspace. */
function isInstallationEndpoint({ access }: Endpoint): boolean {
  return access.kind === 'member' && access.level === 'SUPERADMIN';
}

function findWorkspaceId(actor: Actor): string | null {
  return 'workspaceId' in actor ? actor.workspaceId : null;
}

function send(reply: FastifyReply, status: number, response: unknown): unknown {
  void reply.code(status);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return status === 204 ? reply.send() : reply.send(response ?? {});
}

function findSubject(params: unknown, response: unknown): string | null {
  if (isRecord(params) && typeof params['id'] === 'string') return params['id'];
  if (!isRecord(response)) return null;
  const record = Object.values(response).find(isRecord);
  return record !== undefined && typeof record['id'] === 'string' ? record['id'] : null;
}
