import type { BodyInput, Endpoint, ParamsInput, QueryInput } from '@handover/contract/endpoint.ts';

/**
 * An endpoint without its schemas, typed by the real one: code that loads before sign-in calls with
 * `const call: CallOf<typeof login> = { method: 'POST', path: '/auth/login' }` and stays free of the schema library.
 */
export type CallOf<E extends Endpoint> = Pick<E, 'method' | 'path'> & { readonly contract?: E };

type Nothing = Record<never, never>;

type Part<Key extends string, Value> = undefined extends Value
  ? { readonly [K in Key]?: undefined }
  : Nothing extends Value
    ? { readonly [K in Key]?: Value | undefined }
    : { readonly [K in Key]: Value };

/** What the endpoint takes: `params`, `query` and `body`, each only where its contract has one. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>;

/** The input may be left out where nothing in it is needed. */
export type Arguments<E extends Endpoint, Options> =
  Nothing extends InputOf<E>
    ? [input?: InputOf<E>, options?: Options]
    : [input: InputOf<E>, options?: Options];
