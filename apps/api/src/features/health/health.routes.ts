import { getApiReference, getHealth, getOpenApi, getReadiness } from '@handover/contract/http/health.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { openApiDocument, createReferencePage, referencePolicy } from './open-api.ts';

/** A dependency that has not answered by then counts as down. Load balancers soon check again. */
const probeMs = 3_000;

/** Liveness, readiness, and API documentation. */
export function healthRoutes(
  routes: Routes,
  { runner, storage, config }: Pick<Platform, 'runner' | 'storage' | 'config'>,
): void {
  routes.add(getHealth, async () => ({ status: 'ok' as const }));

  routes.add(getReadiness, async () => {
    const [database, files] = await Promise.all([
      isUp(() => sql`SELECT 1`.execute(runner.db)),
      isUp(() => storage.check()),
    ]);
    const checks = { database, files };
    const down = Object.entries(checks)
      .filter(([, state]) => state !== 'up')
      .map(([name]) => name);
    if (down.length > 0)
      throw new AppError('UNAVAILABLE', `Not ready: ${down.join(', ')} down.`, { retryAfterSeconds: 5 });
    return { status: 'ready' as const, checks };
  });

  // Built on the first request, because all schemas take memory, and seconds of a slow start.
  let made: ReturnType<typeof openApiDocument> | null = null;
  let page: Promise<string> | null = null;
  const document = () => (made ??= openApiDocument(config.publicUrl));
  routes.add(getOpenApi, document);
  routes.add(getApiReference, async ({ reply }) => {
    page ??= document().then(createReferencePage);
    await reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', referencePolicy)
      .send(await page);
  });
}

async function isUp(probe: () => Promise<unknown>): Promise<'up' | 'down'> {
  // The response names the failed dependency; the cause is logged where it is used.
  return Promise.race([
    probe().then(
      () => 'up' as const,
      () => 'down' as const,
    ),
    pause(probeMs, 'down' as const, { ref: false }),
  ]);
}
