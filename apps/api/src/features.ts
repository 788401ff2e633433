import { activityRoutes } from './features/activities/activities.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { customerRoutes } from './features/customers/customers.routes.ts';
import { eventRoutes } from './features/events/events.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { installationRoutes } from './features/installation/installation.routes.ts';
import { noteRoutes } from './features/notes/notes.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { taskRoutes } from './features/tasks/tasks.routes.ts';
import { workspaceRoutes } from './features/workspaces/workspaces.routes.ts';
import type { Routes } from './platform/http/routes.ts';
import type { JobDefinition } from './platform/jobs.ts';
import type { Platform } from './platform/platform.ts';
import { systemMailJobs } from './platform/system-mail.ts';

/** Serves every endpoint of the route table. */
export function addFeatures(routes: Routes, platform: Platform): void {
  healthRoutes(routes, platform);
  installationRoutes(routes);
  authRoutes(routes, platform);
  workspaceRoutes(routes, platform);
  customerRoutes(routes, platform);
  noteRoutes(routes, platform);
  taskRoutes(routes, platform);
  activityRoutes(routes, platform);
  notificationRoutes(routes, platform);
  eventRoutes(routes, platform);
}

/** Every background job. */
export function allJobs(platform: Platform): JobDefinition[] {
  return [...systemMailJobs(platform)];
}
