import { definePolicy } from '#platform/session/policy.ts';

type Deletable = { readonly deleted_at: Date | null };

/** Whoever on staff sees a task may change it; clients complete and reopen those that they have to do. */
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
