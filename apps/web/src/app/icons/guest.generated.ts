// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const guestIcons = {
  'solar:alt-arrow-left-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m15 5-6 7 6 7"/>',
  'solar:check-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-5.97-3.03c.3.3.3.77 0 1.06l-5 5c-.3.3-.77.3-1.06 0l-2-2a.75.75 0 1 1 1.06-1.06l1.47 1.47 2.23-2.24 2.24-2.23c.3-.3.77-.3 1.06 0" clip-rule="evenodd"/>',
  'solar:danger-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 0-20 0 10 10 0 0 0 20 0M12 6.25c.41 0 .75.34.75.75v6a.75.75 0 0 1-1.5 0V7c0-.41.34-.75.75-.75M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/>',
  'solar:danger-triangle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M5.31 10.76C8.23 5.6 9.7 3 12 3s3.77 2.59 6.69 7.76l.36.65c2.43 4.3 3.64 6.45 2.54 8.02S17.8 21 12.36 21h-.72C6.2 21 3.5 21 2.4 19.43c-1.1-1.57.11-3.72 2.54-8.02zM12 7.25c.41 0 .75.34.75.75v5a.75.75 0 0 1-1.5 0V8c0-.41.34-.75.75-.75M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/>',
  'solar:eye-closed-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M12 14C5 14 2 7 2 7m20 0s-.94 2.2-3 4.13c-.91.86-2.05 1.66-3.41 2.2A10 10 0 0 1 12 14m0 0v2.5m3.59-3.17L17 15.5m2-4.37 1.5 1.5m-12.09.7L7 15.5m-2-4.37-1.5 1.5"/>',
  'solar:eye-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3.27 15.3C2.42 14.2 2 13.64 2 12s.42-2.2 1.27-3.3C4.97 6.5 7.82 4 12 4s7.03 2.5 8.73 4.7C21.57 9.8 22 10.36 22 12s-.43 2.2-1.27 3.3C19.03 17.5 16.18 20 12 20s-7.03-2.5-8.73-4.7Z"/><path d="M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"/></g>',
  'solar:info-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-10 5.75c.41 0 .75-.34.75-.75v-6a.75.75 0 0 0-1.5 0v6c0 .41.34.75.75.75M12 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2" clip-rule="evenodd"/>',
  'solar:key-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M15.68 14.59A6.3 6.3 0 0 0 22 8.29 6.3 6.3 0 0 0 15.68 2a6.3 6.3 0 0 0-6.32 6.3c0 1.6.74 2.77.74 2.77l-7.65 7.61c-.34.35-.82 1.23 0 2.05l.89.88c.34.3 1.2.7 1.9 0l1.04-1.02c1.02 1.02 2.2.44 2.64-.15.74-1.02-.15-2.05-.15-2.05l.3-.3c1.4 1.41 2.64.6 3.08 0 .74-1.02 0-2.04 0-2.04-.29-.59-.88-.59-.14-1.32l.88-.87c.7.58 2.15.73 2.8.73"/><path d="M17.89 8.3a2.2 2.2 0 1 1-4.4-.02 2.2 2.2 0 0 1 4.4.01Z"/></g>',
} as const;
