import type * as z from 'zod/mini';
import type { Area, Role } from './roles.ts';

/**
 * Who may call an endpoint; the record rules apply in addition.
 * - `public`: anyone.
 * - `session`: any signed-in user, workspace or not.
 * - `member`: needs a workspace and at least `level` in it. With `area`, STAFF passes only when the workspace's
 * staff-access policy opens that area.
 */
export type Access = { readonly kind: 'public' } | { readonly kind: 'session' } | MemberAccess;

export type MemberAccess = { readonly kind: 'member'; readonly level: Role; readonly area?: Area };

/**
 * How bodies travel: `json` both ways, `upload` takes a raw request body, `stream` answers with bytes,
 * `form` takes whatever a page or a mail program posts and answers with a page.
 */
export type Transfer = 'json' | 'upload' | 'stream' | 'form';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters in braces: `/users/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly transfer?: Transfer;
  /** Changes no record although it is not a GET, such as a ticket to open a file. */
  readonly isRead?: boolean;
  /** False for frequent reports from browsers, every few seconds, which would flood the audit log. */
  readonly isAudited?: boolean;
  /** Called by monitors as often as they like, so not counted against the limit of an address. */
  readonly isProbe?: boolean;
  /** Success status. */
  readonly status: 200 | 201 | 202 | 204;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response?: z.ZodMiniType;
};

/** Keeps the literal types of an endpoint, so that the client and the handlers are typed by it. */
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

/** Whether an endpoint changes no record, so that a grant to view, or an API key to read, is enough. */
export function isRead({ method, isRead: isReading = method === 'GET' }: Endpoint): boolean {
  return isReading;
}
