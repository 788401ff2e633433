/** Modules below `src/` that a page lazily loads and shows immediately, by the path of its route. */
export const shownAtOnce: Readonly<Record<string, readonly string[]>> = {
  'admin/users/view/:id': [
    'features/customers/duplicates/record-duplicates.tsx',
    'features/conversations/write/draft/draft-mark.tsx',
  ],
  blog: ['features/blog/read/blog-toolbar.tsx', 'features/blog/read/post-counts.tsx'],
};
