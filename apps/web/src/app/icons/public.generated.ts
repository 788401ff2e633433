// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const publicIcons = {
  'solar:alt-arrow-down-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m19 9-7 6-7-6"/>',
  'solar:clipboard-text-bold-duotone':
    '<g fill="currentColor"><path d="M21 16v-6c0-2.8 0-4.2-.9-5.1q-1-1-4.1-.9H8q-3.2-.2-4.1.9C3 5.8 3 7.2 3 10v6c0 2.8 0 4.2.9 5.1s2.3.9 5.1.9h6c2.8 0 4.2 0 5.1-.9s.9-2.3.9-5.1" opacity=".5"/><path d="M12.5 17.3a.8.8 0 0 1 0 1.4H7a.8.8 0 0 1 0-1.4zM15 13.8a.8.8 0 0 1 0 1.4H7a.8.8 0 0 1 0-1.4zM14.5 2q1.4.2 1.5 1.5v1q-.1 1.3-1.5 1.5h-5Q8.1 5.8 8 4.5v-1Q8.1 2.2 9.5 2z"/></g>',
  'solar:close-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M19 5 5 19M19 19 5 5"/></g>',
  'solar:compass-bold-duotone':
    '<g fill="currentColor"><path d="M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20" opacity=".5"/><path d="m13 14.6 1-.5.1-.1.5-1c.9-2.3 1.3-3.4.9-4.1l-.4-.4q-.8-.6-4.1 1-.7.1-1 .4l-.1.1-.5 1Q8 14.3 8.5 15l.4.4q.8.5 4.1-1"/></g>',
  'solar:document-text-bold-duotone':
    '<g fill="currentColor"><path d="M3 10c0-3.8 0-5.7 1.2-6.8C5.3 2 7.2 2 11 2h2c3.8 0 5.7 0 6.8 1.2C21 4.3 21 6.2 21 10v4c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2h-2c-3.8 0-5.7 0-6.8-1.2C3 19.7 3 17.8 3 14z" opacity=".5"/><path d="M13 15.3a.8.8 0 0 1 0 1.4H8a.8.8 0 0 1 0-1.4zM16 11.3a.8.8 0 0 1 0 1.4H8a.8.8 0 0 1 0-1.4zM16 7.3a.8.8 0 0 1 0 1.5H8a.8.8 0 0 1 0-1.6z"/></g>',
  'solar:hamburger-menu-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M20 7H4M20 12H4M20 17H4"/></g>',
  'solar:info-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-10 5.8q.7-.1.8-.8v-6a.8.8 0 0 0-1.6 0v6q.1.7.8.8M12 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2" clip-rule="evenodd"/>',
  'solar:layers-bold-duotone':
    '<g fill="currentColor"><path d="M19 10.3q3 1 3 1.7t-3 1.7l-.8.3.8.3q3 1 3 1.7t-3 1.7l-2.8 1.1c-2 .8-3 1.2-4.2 1.2s-2.2-.4-4.2-1.2L5 17.7q-3-1-3-1.7t3-1.7l.8-.3-.8-.3q-3-1-3-1.7t3-1.7l.8-.3 2 .8c2 .8 3 1.2 4.2 1.2s2.2-.4 4.2-1.2l2-.8z" opacity=".5"/><path d="M19 10.3q3 1 3 1.7t-3 1.7l-2.8 1.1c-2 .8-3 1.2-4.2 1.2s-2.2-.4-4.2-1.2L5 13.7q-3-1-3-1.7t3-1.7l.8-.3 2 .8c2 .8 3 1.2 4.2 1.2s2.2-.4 4.2-1.2l2-.8z" opacity=".5"/><path d="M12 4c1.2 0 2.2.4 4.2 1.2L19 6.3q3 1 3 1.7t-3 1.7l-2.8 1.1c-2 .8-3 1.2-4.2 1.2s-2.2-.4-4.2-1.2L5 9.7Q2 8.7 2 8t3-1.7l2.8-1.1c2-.8 3-1.2 4.2-1.2"/></g>',
  'solar:lock-keyhole-minimalistic-bold-duotone':
    '<g fill="currentColor"><path d="M2 16c0-2.8 0-4.2.9-5.1S5.2 10 8 10h8c2.8 0 4.2 0 5.1.9s.9 2.3.9 5.1 0 4.2-.9 5.1-2.3.9-5.1.9H8c-2.8 0-4.2 0-5.1-.9S2 18.8 2 16" opacity=".5"/><path d="M12 13.3q.7 0 .8.7v4a.8.8 0 0 1-1.6 0v-4q.1-.6.8-.7M12 1.3c3.7 0 6.8 3 6.8 6.7v2h-1.6V8A5.2 5.2 0 1 0 6.9 8v2H5.3V8c0-3.7 3-6.7 6.7-6.7"/></g>',
  'solar:logout-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M9 7q-.2-3.2.9-4.1C10.8 2 12.2 2 15 2h1c2.8 0 4.2 0 5.1.9S22 5.2 22 8v8c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9h-1c-2.8 0-4.2 0-5.1-.9q-1-1-.9-4.1"/><path stroke-linejoin="round" d="M15 12H2m3.5 3L2 12l3.5-3"/></g>',
  'solar:magic-stick-3-bold-duotone':
    '<path fill="currentColor" d="M3.8 3.8a3 3 0 0 0 0 4.1l1.6 1.6.6.5 4-4-.5-.6L8 3.8a3 3 0 0 0-4 0M5 15.3a.5.5 0 0 1 1 0v.4l.4.3.4.1a.5.5 0 0 1 0 1l-.4.1-.3.3-.2.4a.5.5 0 0 1-.9 0l-.1-.4-.3-.3-.4-.2a.5.5 0 0 1 0-.9l.4-.1.3-.3z" opacity=".5"/><path fill="currentColor" d="M20 9.1a.5.5 0 0 1 .9 0l.1.4q0 .3.3.3l.4.2a.5.5 0 0 1 0 .9l-.4.1-.3.3-.1.4a.5.5 0 0 1-1 0v-.4l-.4-.3-.4-.1a.5.5 0 0 1 0-1l.4-.1.3-.3z" opacity=".2"/><path fill="currentColor" d="M16.1 2.3a.5.5 0 0 1 .9 0l.4 1.1.3.3 1 .4a.5.5 0 0 1 0 1l-1 .3-.3.3-.4 1.1a.5.5 0 0 1-.9 0l-.4-1-.3-.4-1-.4a.5.5 0 0 1 0-.9l1-.4.3-.3z" opacity=".7"/><path fill="currentColor" d="M10.6 6.5 10 6l-4 4 .5.6 9.6 9.6a2.9 2.9 0 1 0 4-4.1z"/>',
  'solar:notebook-bold-duotone':
    '<g fill="currentColor"><path d="M3 8c0-2.8 0-4.2.9-5.1S6.2 2 9 2h6c2.8 0 4.2 0 5.1.9S21 5.2 21 8v8c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9H9c-2.8 0-4.2 0-5.1-.9S3 18.8 3 16z" opacity=".5"/><path d="M8.8 22H7.2V2h1.5zM4 15.3a.8.8 0 0 1 0 1.5H2a.8.8 0 0 1 0-1.5zM4 11.3a.8.8 0 0 1 0 1.5H2a.8.8 0 0 1 0-1.5zM16.5 9.3a.8.8 0 0 1 0 1.5h-5a.8.8 0 0 1 0-1.5zM4 7.3a.7.7 0 1 1 0 1.5H2a.8.8 0 0 1 0-1.5zM16.5 5.8a.8.8 0 0 1 0 1.5h-5a.8.8 0 0 1 0-1.5z"/></g>',
  'solar:question-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="M10.1 8.9a1.9 1.9 0 1 1 2.9 1.6q-.9.4-1 1.3V13"/><path stroke-linejoin="round" d="M12 16z"/></g>',
  'solar:shield-check-bold-duotone':
    '<g fill="currentColor"><path d="M3.4 5q-.5.8-.4 5.4V12c0 5.6 4.2 8.4 6.9 9.5.7.3 1 .5 2.1.5 1 0 1.4-.2 2.1-.5 2.7-1.1 6.9-3.9 6.9-9.5v-1.6q.1-4.7-.4-5.3c-.4-.6-1.9-1-4.9-2.1l-.5-.2C13.6 2.3 12.8 2 12 2s-1.6.3-3.2.8l-.5.2q-4.4 1.4-5 2" opacity=".5"/><path d="M15 10.5a.8.8 0 0 0-1-1l-3 3.4-1-1a.7.7 0 0 0-1 1l1.4 1.6a1 1 0 0 0 1 0z"/></g>',
  'solar:sort-vertical-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M16 18V6m-4 4.1L16 6l4 4.1M8 6v12m-4-4.1L8 18l4-4.1"/></g>',
  'solar:user-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="9" r="3"/><circle cx="12" cy="12" r="10"/><path d="M18 20c-.2-2.9-1-5-6-5s-5.8 2.1-6 5"/></g>',
} as const;
