import type * as z from 'zod/mini';
import type { Area, Role } from '../auth/roles.ts';

/**
 * Who may call an endpoint; record rules apply in addition.
 * - `public`: anyone.
 * - `session`: any signed-in user, with or without a workspace.
 * - `member`: requires a workspace and at least `level` in it. With `area`, STAFF have access only if the workspace's
 *   staff-access policy opens that area.
 */
export type Access = { readonly kind: 'public' } | { readonly kind: 'session' } | MemberAccess;

export type MemberAccess = { readonly kind: 'member'; readonly level: Role; readonly area?: Area };

/**
 * How bodies are transferred: `json` in both directions; `upload` takes a raw request body; `stream` responds with
 * bytes; `form` accepts whatever a page or mail program posts and responds with a page.
 */
export type Transfer = 'json' | 'upload' | 'stream' | 'form';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path below `/api`, with parameters in braces: `/users/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly transfer?: Transfer;
  /** Whether it changes no record although it is not a GET, for example when it issues a ticket to open a file. */
  readonly isRead?: boolean;
  /** False for reports that browsers send every few seconds, which would flood the audit log. */
  readonly isAudited?: boolean;
  /** Whether it is excluded from the rate limit per IP address, because monitors may call it as often as they like. */
  readonly isProbe?: boolean;
  /** The status of a successful response. */
  readonly status: 200 | 201 | 202 | 204;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response?: z.ZodMiniType;
};

/** Keeps the literal types of an endpoint, from which the types of the client and the handlers are derived. */
export function defineEndpoint<const T extends Endpoint>(endpoint: T): T {
  return endpoint;
}

export const anyone = { kind: 'public' } as const;
export const signedIn = { kind: 'session' } as const;

/** Access for members of a workspace from `level` up; `area` names the policy that STAFF needs. */
export function member(level: Role, area?: Area): MemberAccess {
  return area === undefined ? { kind: 'member', level } : { kind: 'member', level, area };
}

type Side<S, Fallback> = S extends z.ZodMiniType ? z.output<S> : Fallback;
type SideIn<S, Fallback> = S extends z.ZodMiniType ? z.input<S> : Fallback;

/** A handler's input, after validation. */
export type ParamsOf<T extends Endpoint> = Side<T['params'], Record<string, never>>;
export type QueryOf<T extends Endpoint> = Side<T['query'], Record<string, never>>;
export type BodyOf<T extends Endpoint> = Side<T['body'], undefined>;
export type ResponseOf<T extends Endpoint> = Side<T['response'], undefined>;

/** A caller's input, before validation. */
export type ParamsInput<T extends Endpoint> = SideIn<T['params'], undefined>;
export type QueryInput<T extends Endpoint> = SideIn<T['query'], undefined>;
export type BodyInput<T extends Endpoint> = SideIn<T['body'], undefined>;

/** Whether an endpoint changes no record, so that a view-only grant or a read-only API key is sufficient. */
export function isRead({ method, isRead: isReading = method === 'GET' }: Endpoint): boolean {
  return isReading;
}
