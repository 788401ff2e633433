// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const guestIcons = {
  'solar:alt-arrow-left-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m15 5-6 7 6 7"/>',
  'solar:check-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-6-3q.4.5 0 1l-5 5q-.5.5-1 0l-2-2a.7.7 0 1 1 1-1l1.5 1.4 2.2-2.2L15 9q.5-.5 1 0" clip-rule="evenodd"/>',
  'solar:danger-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 0-20 0 10 10 0 0 0 20 0M12 6.3q.7 0 .8.7v6a.8.8 0 0 1-1.6 0V7q.1-.7.8-.7M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/>',
  'solar:danger-triangle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M5.3 10.8C8.3 5.6 9.7 3 12 3s3.8 2.6 6.7 7.8l.4.6c2.4 4.3 3.6 6.5 2.5 8-1.1 1.6-3.8 1.6-9.2 1.6h-.8c-5.4 0-8.1 0-9.2-1.6-1-1.5.1-3.7 2.5-8zM12 7.2q.7.1.8.8v5a.8.8 0 0 1-1.6 0V8q.1-.7.8-.7m0 9.8a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/>',
  'solar:eye-closed-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M12 14C5 14 2 7 2 7m20 0s-1 2.2-3 4.1q-1.4 1.4-3.4 2.2-1.6.6-3.6.7m0 0v2.5m3.6-3.2 1.4 2.2m2-4.4 1.5 1.5m-12 .7L7 15.5m-2-4.4-1.5 1.5"/>',
  'solar:eye-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3.3 15.3C2.4 14.2 2 13.6 2 12s.4-2.2 1.3-3.3A11 11 0 0 1 12 4c4.2 0 7 2.5 8.7 4.7.9 1.1 1.3 1.7 1.3 3.3s-.4 2.2-1.3 3.3A11 11 0 0 1 12 20a11 11 0 0 1-8.7-4.7Z"/><path d="M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"/></g>',
  'solar:info-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-10 5.8q.7-.1.8-.8v-6a.8.8 0 0 0-1.6 0v6q.1.7.8.8M12 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2" clip-rule="evenodd"/>',
  'solar:key-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M15.7 14.6a6.3 6.3 0 1 0-6.3-6.3c0 1.6.7 2.8.7 2.8l-7.6 7.6c-.4.3-.9 1.2 0 2l.8 1c.4.2 1.2.6 2 0l1-1.1c1 1 2.2.4 2.6-.2.8-1-.1-2-.1-2L9 18c1.4 1.4 2.6.6 3 0 .8-1 0-2 0-2-.2-.6-.8-.6 0-1.4l.8-.8c.7.5 2.1.7 2.8.7"/><path d="M17.9 8.3a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z"/></g>',
} as const;
