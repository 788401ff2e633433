import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { readingRoutes } from './reading/reading.routes.ts';
import { responseRoutes } from './responses/responses.routes.ts';
import { writingRoutes } from './writing/writing.routes.ts';

/** The blog: what everybody reads, what readers answer, and how posts come about. */
export function blogRoutes(routes: Routes, platform: Platform): void {
  readingRoutes(routes, platform);
  responseRoutes(routes, platform);
  writingRoutes(routes, platform);
}
