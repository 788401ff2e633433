import * as activities from './activities.ts';
import * as auth from './auth.ts';
import * as conversations from './conversations.ts';
import * as customers from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as files from './files.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as installation from './installation.ts';
import * as notes from './notes.ts';
import * as notifications from './notifications.ts';
import * as tasks from './tasks.ts';
import * as workspaces from './workspaces.ts';

/** Every endpoint by operation name. The web imports noun modules, never this table. */
export const routeTable: Readonly<Record<string, Endpoint>> = collect(
  health,
  installation,
  auth,
  workspaces,
  customers,
  notes,
  tasks,
  activities,
  conversations,
  files,
  imports,
  notifications,
  events,
);

/** Fails on two endpoints of one name: the second would silently replace the first. */
function collect(...modules: readonly Record<string, unknown>[]): Record<string, Endpoint> {
  const table: Record<string, Endpoint> = {};
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!isEndpoint(value)) continue;
    if (table[name] !== undefined) throw new Error(`Two endpoints are named ${name}`);
    table[name] = value;
  }
  return table;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
