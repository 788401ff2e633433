// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const blogIcons = {
  'solar:chat-round-line-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M12 22a10 10 0 1 0-8.96-5.55c.18.36.24.77.14 1.15l-.6 2.23a1.3 1.3 0 0 0 1.6 1.59l2.22-.6c.38-.1.8-.04 1.15.14A10 10 0 0 0 12 22ZM8 10.5h8M8 14h5.5"/></g>',
  'solar:eye-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3.27 15.3C2.42 14.2 2 13.64 2 12s.42-2.2 1.27-3.3C4.97 6.5 7.82 4 12 4s7.03 2.5 8.73 4.7C21.57 9.8 22 10.36 22 12s-.43 2.2-1.27 3.3C19.03 17.5 16.18 20 12 20s-7.03-2.5-8.73-4.7Z"/><path d="M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"/></g>',
  'solar:forward-2-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m14.5 7 5 5-5 5m5-5h-10c-1.67 0-5-1-5-5"/>',
  'solar:heart-bold':
    '<path fill="currentColor" d="M2 9.14C2 14 6.02 16.59 8.96 18.9 10 19.73 11 20.5 12 20.5s2-.77 3.04-1.59C17.98 16.6 22 14 22 9.14 22 4.27 16.5.83 12 5.5 7.5.83 2 4.27 2 9.14"/>',
  'solar:heart-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M2 9.14C2 14 6.02 16.59 8.96 18.9 10 19.73 11 20.5 12 20.5s2-.77 3.04-1.59C17.98 16.6 22 14 22 9.14 22 4.27 16.5.83 12 5.5 7.5.83 2 4.27 2 9.14"/>',
  'solar:magnifier-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="11.5" cy="11.5" r="9.5"/><path d="M18.22 18.22 22 22"/></g>',
} as const;
