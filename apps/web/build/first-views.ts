/**
 * What the first view of a page asks of the API, word for word, by the path of its route and with that path's
 * parameter: it is asked with the page. `e2e/shell/first-calls.spec.ts` holds that the page still asks it.
 */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  'admin/dashboard': [
    '/dashboard/unanswered?limit=5',
    '/dashboard/undelivered?limit=5',
    '/dashboard/activities?limit=10',
    '/dashboard/customers',
    '/dashboard/stages',
    '/dashboard/businesses',
    '/dashboard/first-steps',
    '/triage?limit=1',
  ],
  'admin/users': [
    '/users?limit=25',
    '/saved-views',
    '/custom-fields',
    '/members',
    '/triage?limit=1',
    '/duplicates?limit=1',
    '/bulk-runs?limit=10',
  ],
  'admin/users/view/:id': ['/users/:id', '/users/:id/activities?limit=25', '/members'],
  'admin/tasks': [
    '/tasks?status=open&status=in_progress&status=waiting&sort=dueDate&limit=50',
    '/tasks/totals?status=open&status=in_progress&status=waiting',
    '/members',
  ],
  'admin/business-center': ['/businesses?limit=25', '/members'],
  'admin/business-center/businesses/:id': ['/businesses/:id'],
  'admin/settings': ['/workspace', '/workspace/usage'],
  blog: ['/blog/posts?limit=13'],
  'blog/:slug': ['/blog/posts/:slug'],
  subscriptions: ['/client-plans'],
};

/** Modules below `src/` that a page loads by itself and shows at once, by the path of its route. */
export const shownAtOnce: Readonly<Record<string, readonly string[]>> = {
  'admin/users/view/:id': [
    'features/customers/duplicates/record-duplicates.tsx',
    'features/conversations/write/draft/draft-mark.tsx',
  ],
  blog: ['features/blog/read/blog-toolbar.tsx', 'features/blog/read/post-counts.tsx'],
};
