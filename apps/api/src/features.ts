import { activityRoutes } from './features/activities/activities.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { canReadAttachment } from './features/conversations/conversations.queries.ts';
import { conversationRoutes } from './features/conversations/conversations.routes.ts';
import { mailJobs } from './features/conversations/outgoing/delivery.ts';
import { conversationTicketActions } from './features/conversations/view/message-view.ts';
import { customerRoutes } from './features/customers/customers.routes.ts';
import { eventRoutes } from './features/events/events.routes.ts';
import { fileRoutes } from './features/files/files.routes.ts';
import { fileTicketActions } from './features/files/files.tickets.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { importRoutes } from './features/imports/imports.routes.ts';
import { importTicketActions } from './features/imports/imports.tickets.ts';
import { installationRoutes } from './features/installation/installation.routes.ts';
import { noteRoutes } from './features/notes/notes.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { taskRoutes } from './features/tasks/tasks.routes.ts';
import { workspaceRoutes } from './features/workspaces/workspaces.routes.ts';
import type { Routes } from './platform/http/routes.ts';
import type { JobDefinition } from './platform/jobs.ts';
import type { Platform } from './platform/platform.ts';
import { systemMailJobs } from './platform/system-mail.ts';
import { exportRoutes, exportTicketActions } from './workflows/export-customers/export-customers.routes.ts';
import { importJobs } from './workflows/import-customers/import-customers.job.ts';
import { importPreviewRoutes } from './workflows/import-customers/import-customers.routes.ts';

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
  conversationRoutes(routes, platform);
  importRoutes(routes, platform);
  importPreviewRoutes(routes, platform);
  exportRoutes(routes);
  notificationRoutes(routes, platform);
  const readers = [canReadAttachment];
  const actions = {
    ...fileTicketActions(platform, { readers }),
    ...conversationTicketActions(platform),
    ...importTicketActions(),
    ...exportTicketActions(),
  };
  fileRoutes(routes, platform, { actions, readers });
  eventRoutes(routes, platform);
}

/** Every background job. */
export function allJobs(platform: Platform): JobDefinition[] {
  return [...systemMailJobs(platform), ...mailJobs(platform), ...importJobs(platform)];
}
