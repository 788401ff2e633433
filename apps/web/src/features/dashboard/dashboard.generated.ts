// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const dashboardIcons = {
  'solar:danger-circle-bold-duotone':
    '<g fill="currentColor"><path d="M22 12a10 10 0 1 0-20 0 10 10 0 0 0 20 0" opacity=".5"/><path d="M12 6.3q.7 0 .8.7v6a.8.8 0 0 1-1.6 0V7q.1-.7.8-.7M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2"/></g>',
  'solar:hourglass-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M12 2C7.9 2 5.8 2 5.2 3.3l-.1.3C4.7 5 6 6.6 9 10L11 12h2l2-2.1c2.9-3.3 4.3-4.9 4-6.3l-.2-.3C18.2 2 16.1 2 12 2" clip-rule="evenodd"/><path d="M5.2 20.7C5.8 22 7.9 22 12 22s6.2 0 6.8-1.3l.1-.3c.4-1.4-1-3-4-6.3L13 12h-2l-2 2.1c-2.9 3.3-4.3 4.9-4 6.3z" opacity=".5"/></g>',
  'solar:import-bold-duotone':
    '<g fill="currentColor"><path d="M4 12a8 8 0 1 0 16 0z" opacity=".5"/><path fill-rule="evenodd" d="M15.5 10.5a1 1 0 0 0-1 0l-1.7 1.7V4a.8.8 0 0 0-1.6 0v8.2l-1.7-1.7a.7.7 0 0 0-1 1l3 3q.5.5 1 0l3-3q.5-.5 0-1" clip-rule="evenodd"/></g>',
  'solar:letter-unread-bold-duotone':
    '<g fill="currentColor"><path d="M4.8 6.9q.5-.6 1.1-.1l2.4 2 2.3 1.8q.8.6 1.4.5t1.4-.5l2.3-1.9 1.5-1.2 1.2 1.2-1.7 1.3-2.5 2a4 4 0 0 1-2.2.7 4 4 0 0 1-2.2-.7l-2.5-2-2.4-2A1 1 0 0 1 4.8 7M21 2a3 3 0 1 1-1.6 5.5h-.1l-.8-.9A3 3 0 0 1 21 2"/><path d="M17 3H9.8C5.7 3 3.6 3 2.3 4.3S1 7.8 1 12s0 6.4 1.3 7.7S5.7 21 9.8 21h4.4c4.1 0 6.2 0 7.5-1.3S23 16.2 23 12V9.2q-1 .4-2 .4c-2.5 0-4.5-2-4.5-4.6q0-1 .5-2" opacity=".5"/></g>',
  'solar:user-check-rounded-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M16.5 15q2.3-.1 3 .5.6.7.5 3 .1 2.3-.5 3-.7.6-3 .5-2.3.1-3-.5-.6-.7-.5-3-.1-2.3.5-3 .7-.6 3-.5m2 2a1 1 0 0 0-.9 0l-1.9 1.8-.3-.3a.6.6 0 1 0-.9.8l.8.8q.4.3.8 0l2.4-2.4q.3-.4 0-.8" clip-rule="evenodd"/><path d="M12 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8"/><path d="M18 15h-1.5q-2.3-.1-3 .5-.6.7-.5 3 0 1.8.2 2.4L12 21c-3.9 0-7-1.8-7-4s3.1-4 7-4c2.6 0 4.9.8 6 2" opacity=".5"/></g>',
} as const;
