// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const settingsIcons = {
  'solar:archive-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M11.5 21h1c3.8 0 5.7 0 6.8-1.2 1.2-1.1 1.2-3 1.2-6.8V7h-17v6c0 3.8 0 5.7 1.2 6.8 1.1 1.2 3 1.2 6.8 1.2m-2.4-9.9L9 12v.9l.6.5.9.1h3.9l.5-.6.1-.9v-.9l-.6-.5-.9-.1H9.6z" clip-rule="evenodd"/><path d="M2 5q0-1.4.3-1.7.4-.4 1.7-.3h16q1.4 0 1.7.3.4.4.3 1.7 0 1.4-.3 1.7-.4.4-1.7.3H4q-1.4 0-1.7-.3Q1.9 6.3 2 5" opacity=".5"/></g>',
  'solar:archive-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M9 12v-.9l.6-.5.9-.1h3.9l.5.6.1.9v.9l-.6.5-.9.1H9.6l-.5-.6z"/><path d="M20.5 7v6c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2h-1c-3.8 0-5.7 0-6.8-1.2-1.2-1.1-1.2-3-1.2-6.8V7"/><path d="M2 5q0-1.4.3-1.7.4-.4 1.7-.3h16q1.4 0 1.7.3.4.4.3 1.7 0 1.4-.3 1.7-.4.4-1.7.3H4q-1.4 0-1.7-.3Q1.9 6.3 2 5Z"/></g>',
  'solar:buildings-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M22 22H2M17 22V6q.1-2.7-.6-3.4T13 2h-2q-2.7-.1-3.4.6T7 6v16M21 22V11.5q0-2-.3-2.6l-.6-.6q-.6-.4-2.6-.3M3 22V11.5q0-2 .3-2.6l.6-.6Q4.5 8 6.5 8M12 22v-3M10 5h4M10 8h4M10 11h4M10 14h4"/></g>',
  'solar:city-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3 22V12q-.1-2.7.6-3.4T7 8q2.7-.2 3.4.6.7.7.6 3.4"/><path d="M17 22v-6q.1-2.7-.6-3.4T13 12h-2q-2.7-.2-3.4.6-.7.7-.6 3.4v6"/><path d="M21 22V7.8q.1-1.9-.4-2.6-.4-.6-2.2-1.2c-2.5-.9-3.7-1.4-4.5-.8-.9.6-.9 2-.9 4.6V12M4 8V6.5q0-1.4.3-1.7.4-.4 1.7-.3h2q1.4 0 1.7.3.4.4.3 1.7V8M7 4V2M22 22H2M10 15h4M10 18h4"/></g>',
  'solar:hourglass-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="m12 12-3 3c-2.9 2.8-4.3 4.3-4 5.5l.2.3C5.8 22 7.9 22 12 22s6.2 0 6.8-1.2l.1-.3c.4-1.2-1-2.7-4-5.6zm0 0 3-3c2.9-2.8 4.3-4.3 4-5.5l-.2-.3C18.2 2 16.1 2 12 2S5.8 2 5.2 3.2l-.1.3C4.7 4.7 6 6.2 9 9z"/>',
  'solar:key-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M22 8.3c0 3.5-2.8 6.3-6.3 6.3-.7 0-2.1-.2-2.8-.7l-.9.8q-.7.6-.1 1l.3.4s.7 1 0 2c-.5.6-1.7 1.4-3.1 0l-.3.3s.9 1 .1 2c-.4.6-1.6 1.2-2.6.2l-1 1c-.8.7-1.6.3-2 0l-.8-.9c-.9-.8-.4-1.7 0-2L10 11s-.7-1.2-.7-2.8a6.3 6.3 0 0 1 12.6 0" clip-rule="evenodd" opacity=".5"/><path d="M17.9 8.3a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0"/></g>',
  'solar:layers-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M5 9.7Q2 8.7 2 8t3-1.7l2.8-1.1c2-.8 3-1.2 4.2-1.2s2.2.4 4.2 1.2L19 6.3q3 1 3 1.7t-3 1.7l-2.8 1.1c-2 .8-3 1.2-4.2 1.2s-2.2-.4-4.2-1.2z"/><path d="m5.8 10-.8.3q-3 1-3 1.7t3 1.7l2.8 1.1c2 .8 3 1.2 4.2 1.2s2.2-.4 4.2-1.2l2.8-1.1q3-1 3-1.7t-3-1.7l-.8-.3"/><path d="m5.8 14-.8.3q-3 1-3 1.7t3 1.7l2.8 1.1c2 .8 3 1.2 4.2 1.2s2.2-.4 4.2-1.2l2.8-1.1q3-1 3-1.7t-3-1.7l-.8-.3"/></g>',
  'solar:link-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M10 14c-1.5-1.5-1.3-4.1.3-5.8l4.9-4.8c1.7-1.7 4.2-1.9 5.8-.3s1.3 4-.3 5.7l-2.5 2.5"/><path d="M14 10c1.5 1.5 1.3 4.1-.3 5.8l-2.5 2.4-2.4 2.4c-1.7 1.7-4.2 1.9-5.8.3s-1.3-4 .3-5.7l2.5-2.5"/></g>',
  'solar:shield-up-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3 10.4q-.1-4.7.4-5.3c.4-.6 1.9-1 4.9-2.1l.5-.2Q11 2 12 2c.8 0 1.6.3 3.2.8l.5.2q4.4 1.4 5 2 .4.8.3 5.4V12c0 5.6-4.2 8.4-6.9 9.5-.7.3-1 .5-2.1.5-1 0-1.4-.2-2.1-.5C7.2 20.4 3 17.6 3 12z"/><path stroke-linejoin="round" d="M16 11.6 12.6 9a1 1 0 0 0-1.2 0L8 11.6m6 2.5-2-1.5-2 1.5"/></g>',
  'solar:shop-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M22 22H2M20 22V11M4 22V11"/><path stroke-linejoin="round" d="M16.5 2h-9q-1.7 0-2.3.3t-1.3 2L2.5 7.7c-.3.8-.6 1.7 0 2.4A2 2 0 0 0 6 9a2 2 0 1 0 4 0 2 2 0 1 0 4 0 2 2 0 1 0 4 0 2 2 0 0 0 3.6 1.2c.5-.7.2-1.6 0-2.4L20 4.2q-.6-1.5-1.3-1.9-.6-.4-2.3-.3"/><path d="M9.5 21.5v-3q0-1.4.2-1.7.2-.5.6-.6.4-.3 1.7-.2 1.4 0 1.8.2.3.1.5.6t.2 1.7v3"/></g>',
  'solar:tag-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4.7 16.1c-1.5-1.5-2.3-2.3-2.6-3.3s0-2 .5-4.2l.3-1.2Q3.4 4.9 4 4q.8-.7 3.3-1.2l1.2-.3c2.1-.5 3.2-.8 4.2-.5s1.8 1 3.3 2.6L18 6.6c2.7 2.6 4 4 4 5.7 0 1.6-1.3 3-4 5.7s-4 4-5.7 4-3-1.3-5.7-4z"/><circle cx="8.6" cy="8.9" r="2" transform="rotate(-45 8.607 8.879)"/><path d="m11.5 18.5 7-7"/></g>',
  'solar:transmission-bold-duotone':
    '<g fill="currentColor"><path d="M2 4a2 2 0 1 1 2.8 1.9v5.4h6.5V5.9a2 2 0 1 1 1.4 0v5.4H16l2-.1q.8 0 .9-.3l.3-.8V5.9a2 2 0 1 1 1.6 0V8l-.1 2.2q-.1 1-.8 1.6-.6.7-1.6.8h-5.6v5.4a2 2 0 1 1-1.4 0v-5.4H4.8v5.4a2 2 0 1 1-1.5 0V6A2 2 0 0 1 2 4"/><path fill-rule="evenodd" d="M17.3 15q0-.6.7-.7h2.3q2.3.2 2.4 2.4 0 1.7-1.6 2.4l1.5 2.5a.7.7 0 1 1-1.2.8l-2-3.1h-.6V22a.8.8 0 0 1-1.6 0zm1.4 2.8h1.6q.9-.1 1-1-.1-1-1-1h-1.6z" clip-rule="evenodd" opacity=".5"/></g>',
  'solar:transmission-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M6 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM6 20a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM14 20a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM14 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM22 4a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM4 6v12M12 6v12"/><path d="M20 6v2q.1 2.7-.6 3.4T16 12H4"/><path stroke-linejoin="round" d="M19.9 18.5h.4q1.6-.2 1.7-1.7-.2-1.7-1.7-1.8H18v3.5m1.9 0H18m1.9 0L22 22m-4-3.5V22"/></g>',
} as const;
