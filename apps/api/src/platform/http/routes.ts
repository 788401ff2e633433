import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@handover/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../audit/audit.ts';
import { hashSecret } from '../../lib/secrets.ts';
import { claimIdempotencyKey, storeIdempotentAnswer } from '../idempotency.ts';
import { requireMember, requireSession } from '../session/access.ts';
import type { Member, SessionActor } from '../session/actor.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Work, WorkRunner } from '../work.ts';
import { idempotencyKeyOf, tokenOf, validate, workspaceOf } from './request.ts';

type ActorFor<A extends Access> = A['kind'] extends 'member'
  ? Member
  : A['kind'] extends 'session'
    ? SessionActor
    : null;

/** What a handler gets. A signed-in JSON write runs in one transaction, which is `work.db`. */
export type Context<E extends Endpoint> = {
  readonly actor: ActorFor<E['access']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly work: Work;
  /** For uploads and public writes, which open their own transaction once they know what to write. */
  readonly transact: WorkRunner['transact'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<ResponseOf<E> | void>;

export type Routes = {
  /** Serves an endpoint of the contract: authenticate, validate, act, answer. */
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
};

type Parts = {
  readonly app: FastifyInstance;
  /** The context whose bodies stay streams. */
  readonly uploads: FastifyInstance;
  readonly runner: WorkRunner;
  readonly actionNames: ReadonlyMap<Endpoint, string>;
};

/** The one way endpoints are served, below `/api`. */
export function createRoutes({ app, uploads, runner, actionNames }: Parts): Routes {
  return {
    add: (endpoint, handler) => {
      const action = actionNames.get(endpoint);
      if (action === undefined)
        throw new Error(`${endpoint.method} ${endpoint.path} is not in the route table`);
      const context = endpoint.transfer === 'upload' ? uploads : app;
      context.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        handler: (request, reply) => serve({ endpoint, handler, action, runner, request, reply }),
      });
    },
  };
}

type Served<E extends Endpoint> = {
  endpoint: E;
  handler: Handler<E>;
  action: string;
  runner: WorkRunner;
  request: FastifyRequest;
  reply: FastifyReply;
};

async function serve<const E extends Endpoint>(served: Served<E>): Promise<unknown> {
  const { endpoint, runner, request, reply } = served;
  const actor = await identify(endpoint.access, runner, request);
  const input = validate(endpoint, request);
  // The validated parts have exactly the types that the endpoint's schemas infer.
  const context = { ...input, actor, request, reply, transact: runner.transact } as unknown as Omit<
    Context<E>,
    'work'
  >;
  const isAmbient =
    endpoint.method !== 'GET' && endpoint.access.kind !== 'public' && endpoint.transfer === undefined;
  if (isAmbient) return write(served, context);
  const response = await served.handler({ ...context, work: runner.read() } as Context<E>);
  return answer(served, response);
}

async function identify(
  access: Access,
  runner: WorkRunner,
  request: FastifyRequest,
): Promise<Member | SessionActor | null> {
  if (access.kind === 'public') return null;
  const token = tokenOf(request);
  const actor =
    token === null
      ? null
      : await authenticate(runner.db, {
          by: { tokenHash: hashSecret(token) },
          workspaceId: workspaceOf(request),
          now: runner.clock.now(),
        });
  return access.kind === 'member' ? requireMember(actor, access) : requireSession(actor);
}

async function write<const E extends Endpoint>(
  served: Served<E>,
  context: Omit<Context<E>, 'work'>,
): Promise<unknown> {
  const { endpoint, handler, action, runner, request, reply } = served;
  const actor = context.actor;
  if (actor === null) throw new Error('A write without an actor');
  const key = idempotencyKeyOf(request);
  const outcome = await runner.transact(async (work) => {
    if (key !== null) {
      const replay = await claimIdempotencyKey(work, {
        actorId: actor.userId,
        key,
        request: [
          endpoint.method,
          request.url,
          request.body ?? null,
          'workspaceId' in actor ? actor.workspaceId : null,
        ],
      });
      if (replay !== null) return replay;
    }
    const details: Record<string, unknown>[] = [];
    const response = await handler({
      ...context,
      work: { ...work, audit: (detail) => void details.push(detail) },
    } as Context<E>);
    if (key !== null)
      await storeIdempotentAnswer(work, { actorId: actor.userId, key, status: endpoint.status, response });
    await recordAudit(work.db, {
      workspaceId: 'workspaceId' in actor ? actor.workspaceId : null,
      actorId: actor.userId,
      action,
      subjectId: subjectOf(context.params, response),
      detail: Object.assign({}, ...details) as Record<string, unknown>,
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    return { status: endpoint.status, response };
  });
  return send(reply, outcome.status, outcome.response);
}

function answer<E extends Endpoint>({ endpoint, reply }: Served<E>, response: unknown): unknown {
  if (endpoint.transfer === 'stream') return reply;
  return send(reply, endpoint.status, response);
}

function send(reply: FastifyReply, status: number, response: unknown): unknown {
  void reply.code(status).header('cache-control', 'no-store');
  return status === 204 ? reply.send() : reply.send(response ?? {});
}

function subjectOf(params: unknown, response: unknown): string | null {
  if (isRecord(params) && typeof params['id'] === 'string') return params['id'];
  if (!isRecord(response)) return null;
  const record = Object.values(response).find(isRecord);
  return record !== undefined && typeof record['id'] === 'string' ? record['id'] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
