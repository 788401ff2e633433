import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** Staff who see a task may change it; clients can complete and reopen the tasks that they have to do. */
export const taskPolicy = definePolicy<Record<'task:update' | 'task:complete' | 'task:delete', Deletable>>({
  noun: 'task',
  trash: { level: 'STAFF' },
  rules: {
    'task:update': { level: 'STAFF' },
    'task:complete': { level: 'CLIENT' },
    'task:delete': { level: 'STAFF', inTrash: true },
  },
});

export const { authorize } = taskPolicy;
