// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const blogIcons = {
  'solar:chat-round-line-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M12 22a10 10 0 1 0-9-5.5q.3.5.2 1.1l-.6 2.2c-.3 1 .6 1.9 1.6 1.6l2.2-.6q.6 0 1.1.2 2.1 1 4.5 1ZM8 10.5h8M8 14h5.5"/></g>',
  'solar:eye-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3.3 15.3C2.4 14.2 2 13.6 2 12s.4-2.2 1.3-3.3A11 11 0 0 1 12 4c4.2 0 7 2.5 8.7 4.7.9 1.1 1.3 1.7 1.3 3.3s-.4 2.2-1.3 3.3A11 11 0 0 1 12 20a11 11 0 0 1-8.7-4.7Z"/><path d="M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"/></g>',
  'solar:forward-2-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m14.5 7 5 5-5 5m5-5h-10c-1.7 0-5-1-5-5"/>',
  'solar:heart-bold':
    '<path fill="currentColor" d="M2 9.1C2 14 6 16.6 9 19q1.5 1.4 3 1.6c1 0 2-.8 3-1.6 3-2.3 7-4.9 7-9.8 0-4.8-5.5-8.3-10-3.6C7.5.8 2 4.3 2 9.1"/>',
  'solar:heart-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M2 9.1C2 14 6 16.6 9 19q1.5 1.4 3 1.6c1 0 2-.8 3-1.6 3-2.3 7-4.9 7-9.8 0-4.8-5.5-8.3-10-3.6C7.5.8 2 4.3 2 9.1"/>',
  'solar:magnifier-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="11.5" cy="11.5" r="9.5"/><path d="M18.2 18.2 22 22"/></g>',
} as const;
