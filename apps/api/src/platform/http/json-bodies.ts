import type { FastifyInstance } from 'fastify';
import { invalidField } from '#lib/errors.ts';
import { isObject } from '#lib/objects.ts';

/**
 * Parses JSON bodies. Reports the name of a field that could change a prototype, which the parser rejects without a
 * name.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    void parse(request, body, (error, value: unknown) => {
      const path = error === null ? null : findForbidden(body);
      done(path === null ? error : invalidField(path, 'Unknown field'), value);
    });
  });
}

/** The path of a field named `__proto__`, or of a `constructor` with a prototype; null without one. */
function findForbidden(body: string): string | null {
  const open = [{ value: parseJson(body), path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next;
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`;
      const isConstructor = key === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype');
      if (key === '__proto__' || isConstructor) return path;
      open.push({ value: inner, path });
    }
  }
  return null;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
