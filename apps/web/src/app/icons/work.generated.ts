// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const workIcons = {
  'solar:add-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="M15 12h-3m0 0H9m3 0V9m0 3v3"/></g>',
  'solar:alarm-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="13" r="9"/><path stroke-linejoin="round" d="M12 9v4l2.5 2.5M3.5 4.5l4-2.5M20.5 4.5l-4-2.5"/></g>',
  'solar:alt-arrow-left-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m15 5-6 7 6 7"/>',
  'solar:alt-arrow-right-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m9 5 6 7-6 7"/>',
  'solar:alt-arrow-up-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m19 15-7-6-7 6"/>',
  'solar:arrow-right-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M4 12h16m-6 6 6-6-6-6"/>',
  'solar:bell-bing-bold-duotone':
    '<path fill="currentColor" d="M18.8 9v.7q0 1.3.6 2.4l1.2 1.7c1 1.6.2 3.7-1.6 4.2a26 26 0 0 1-14 0 2.8 2.8 0 0 1-1.5-4.2l1-1.7a4 4 0 0 0 .8-2.4V9c0-3.9 3-7 6.7-7s6.8 3.1 6.8 7" opacity=".5"/><path fill="currentColor" d="M12.8 6a.8.8 0 0 0-1.6 0v4a.8.8 0 0 0 1.6 0zM7.2 18.5a5 5 0 0 0 9.6 0q-4.8.9-9.6 0"/>',
  'solar:bell-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M18.7 9.7V9c0-3.9-3-7-6.7-7a7 7 0 0 0-6.7 7v.7q0 1.3-.7 2.4l-1.1 1.7c-1 1.6-.3 3.7 1.5 4.2q7 2 14 0a2.8 2.8 0 0 0 1.5-4.2l-1-1.7q-.8-1-.8-2.4Z"/><path d="M7.5 19c.7 1.7 2.4 3 4.5 3 2 0 3.8-1.3 4.5-3"/></g>',
  'solar:buildings-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M7 5h4q2.7-.2 3.4.6.7.7.6 3.4v12.3h7a.8.8 0 0 1 0 1.4H2a.8.8 0 0 1 0-1.4h1V9q-.1-2.7.6-3.4T7 5M5.3 8q0-.7.7-.7h6a.8.8 0 0 1 0 1.5H6a1 1 0 0 1-.7-.8m0 3q0-.7.7-.7h6a.8.8 0 0 1 0 1.4H6a1 1 0 0 1-.7-.7m0 3q0-.6.7-.7h6a.8.8 0 0 1 0 1.4H6a1 1 0 0 1-.7-.7M9 18.3q.7 0 .8.7v2.3H8.2V19q.1-.6.8-.7" clip-rule="evenodd"/><path d="M15 2h2q2.7-.1 3.4.6.8.7.6 3.4v15.3h-6V9q.2-2.7-.6-3.4T11.1 5V3.5l.5-1Q12.3 2 15 2" opacity=".5"/></g>',
  'solar:calculator-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4.3 20.5C5.6 22 7.8 22 12 22s6.4 0 7.7-1.5C21 19.1 21 16.7 21 12s0-7-1.3-8.5S16.2 2 12 2 5.6 2 4.3 3.5C3 4.9 3 7.3 3 12s0 7 1.3 8.5Z"/><path d="M7 8v-.9q.3-.9 1.1-1L9 6h6.9q.9.3 1 1.1l.1.9v.9q-.3.9-1.1 1l-.9.1H8.1q-.9-.3-1-1.1z"/><path stroke-linejoin="round" d="M8 13zm4 0zm4 0zM8 17zm4 0zm4 0z"/></g>',
  'solar:calendar-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 12c0-3.8 0-5.7 1.2-6.8C4.3 4 6.2 4 10 4h4c3.8 0 5.7 0 6.8 1.2C22 6.3 22 8.2 22 12v2c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2h-4c-3.8 0-5.7 0-6.8-1.2C2 19.7 2 17.8 2 14zM7 4V2.5M17 4V2.5M2.5 9h19"/><path stroke-linejoin="round" d="M17 13zM12 13zM7 13zM17 17zM12 17zM7 17z"/></g>',
  'solar:camera-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="13" r="3"/><path d="M9.8 21h4.4c3.1 0 4.7 0 5.8-.7l1.3-1.2c.7-1.1.7-2.7.7-5.7 0-3.1 0-4.6-.7-5.7q-.6-.8-1.3-1.2-1-.7-3-.7-1 0-1.3-1.2a2 2 0 0 0-2-1.6h-3.3a2 2 0 0 0-2 1.6Q8 5.7 7 5.8q-2 0-3 .7-.8.5-1.3 1.2c-.7 1-.7 2.6-.7 5.7 0 3 0 4.6.7 5.7L4 20.3c1.1.7 2.7.7 5.8.7ZM19 10h-1"/></g>',
  'solar:card-bold-duotone':
    '<g fill="currentColor"><path d="M10 20h4c3.8 0 5.7 0 6.8-1.2 1.2-1.1 1.2-3 1.2-6.8v-2H2v2c0 3.8 0 5.7 1.2 6.8C4.3 20 6.2 20 10 20" opacity=".5"/><path d="M10 15.3a.8.8 0 0 1 0 1.4H6a.8.8 0 0 1 0-1.4zM14 15.3a.8.8 0 0 1 0 1.4h-1.5a.8.8 0 0 1 0-1.4zM14 4c3.8 0 5.7 0 6.9 1.1q1 1.1 1.1 3.9v1H2V9c0-2 .3-3 1.1-3.9C4.3 4 6.2 4 10 4z"/></g>',
  'solar:case-round-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M17.2 6H6.8c-1.7 0-2.5 0-3.2.3a3 3 0 0 0-1.3 1.3q-.4.9-.3 3.2v.8l.4.4q.1.2.7.3L8.5 14v1.3a2 2 0 0 0 1.2 1.7l.5.3q1.8.6 3.6 0l.5-.3a2 2 0 0 0 1.2-1.7V14l5.4-1.7q.6 0 .7-.3.3 0 .3-.4l.1-.8q0-2.3-.3-3.2a3 3 0 0 0-1.3-1.3q-.8-.4-3.2-.3m-3.6 7h-3.2q-.3 0-.4.4v1.8q0 .2.3.3l.5.3q1.2.5 2.4 0l.5-.3q.3 0 .3-.3v-1.8q0-.3-.4-.4" clip-rule="evenodd"/><g opacity=".5"><path d="M21 12.3 15.4 14v1.2a2 2 0 0 1-1.2 1.7l-.5.3q-1.8.6-3.6 0l-.5-.3a2 2 0 0 1-1.2-1.7V14L3 12.3c0 3.7 0 7.4 1.3 8.5C5.6 22 7.8 22 12 22s6.4 0 7.7-1.2S21 16 21 12.3M12 1.3q2.6.1 3.5 2.5a.7.7 0 1 1-1.4.5 2.3 2.3 0 0 0-4.2 0 .7.7 0 0 1-1.4-.5A4 4 0 0 1 12 1.3"/></g></g>',
  'solar:case-round-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M14 12.5h-4q-.5 0-.5.5v2.2q0 .3.3.4l.7.3q1.5.6 3 0l.7-.3q.3 0 .3-.4V13q0-.5-.5-.5ZM9.2 4a3 3 0 0 1 5.6 0"/><path d="M21 12.3c0 3.7 0 7.4-1.3 8.5C18.4 22 16.2 22 12 22s-6.4 0-7.7-1.2S3 16 3 12.3"/><path d="m14.5 14.3 6.4-2q.6 0 .7-.3.3 0 .3-.4l.1-.8q0-2.3-.3-3.2a3 3 0 0 0-1.3-1.3q-.8-.4-3.2-.3H6.8c-1.7 0-2.5 0-3.2.3a3 3 0 0 0-1.3 1.3q-.4.9-.3 3.2v.8l.4.4q.1.2.7.3l6.4 2"/></g>',
  'solar:chart-2-bold-duotone':
    '<g fill="currentColor"><path d="M21 21.3a.8.8 0 0 1 0 1.4H3a.8.8 0 0 1 0-1.4zM5 9q1.4 0 1.7.3.4.4.3 1.7v6q0 1.4-.3 1.7-.4.4-1.7.3-1.4 0-1.7-.3-.4-.4-.3-1.7v-6q0-1.4.3-1.7.4-.4 1.7-.3"/><g opacity=".5"><path d="M12 5q1.4 0 1.7.3.4.4.3 1.7v10q0 1.4-.3 1.7-.4.4-1.7.3-1.4 0-1.7-.3-.4-.4-.3-1.7V7q0-1.4.3-1.7.4-.4 1.7-.3M19 2q1.4 0 1.7.3.4.4.3 1.7v13q0 1.4-.3 1.7-.4.4-1.7.3-1.4 0-1.7-.3-.4-.4-.3-1.7V4q0-1.4.3-1.7.4-.4 1.7-.3"/></g></g>',
  'solar:chart-square-bold-duotone':
    '<g fill="currentColor"><path d="M12 22c-4.7 0-7 0-8.5-1.5C2 19.1 2 16.7 2 12s0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22" opacity=".5"/><path d="M12 5.3q.7 0 .8.7v12a.8.8 0 0 1-1.6 0V6q.1-.7.8-.7M7 8.3q.7 0 .8.7v9a.8.8 0 0 1-1.5 0V9q0-.7.7-.7M17 12.3q.7 0 .8.7v5a.8.8 0 0 1-1.6 0v-5q.1-.6.8-.7"/></g>',
  'solar:chat-round-line-bold-duotone':
    '<g fill="currentColor"><path d="M12 22a10 10 0 1 0-9-5.5q.3.5.2 1.1l-.6 2.2c-.3 1 .6 1.9 1.6 1.6l2.2-.6q.6 0 1.1.2 2.1 1 4.5 1" opacity=".5"/><path d="M7.8 12.9a.8.8 0 0 0 0 1.6h6a.8.8 0 0 0 0-1.7zM7.8 9a.8.8 0 0 0 0 1.7h8.8a.8.8 0 0 0 0-1.7z"/></g>',
  'solar:chat-round-line-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M12 22a10 10 0 1 0-9-5.5q.3.5.2 1.1l-.6 2.2c-.3 1 .6 1.9 1.6 1.6l2.2-.6q.6 0 1.1.2 2.1 1 4.5 1ZM8 10.5h8M8 14h5.5"/></g>',
  'solar:check-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-6-3q.4.5 0 1l-5 5q-.5.5-1 0l-2-2a.7.7 0 1 1 1-1l1.5 1.4 2.2-2.2L15 9q.5-.5 1 0" clip-rule="evenodd"/>',
  'solar:check-circle-bold-duotone':
    '<g fill="currentColor"><path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0" opacity=".5"/><path d="M16 9q.4.5 0 1l-5 5q-.5.5-1 0l-2-2a.7.7 0 1 1 1-1l1.5 1.4 2.2-2.2L15 9q.5-.5 1 0"/></g>',
  'solar:check-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path stroke-linejoin="round" d="m8.5 12.5 2 2 5-5"/></g>',
  'solar:check-read-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="m4 12.9 3.1 3.6 7.9-9M20 7.6l-8.6 9-.4-.6"/></g>',
  'solar:check-square-bold-duotone':
    '<g fill="currentColor"><path d="M12 22c-4.7 0-7 0-8.5-1.5C2 19.1 2 16.7 2 12s0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22" opacity=".5"/><path d="M16 9q.4.5 0 1l-5 5q-.5.5-1 0l-2-2a.7.7 0 1 1 1-1l1.5 1.4L15 9q.5-.5 1 0"/></g>',
  'solar:check-square-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 12c0-4.7 0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.1 2 16.7 2 12Z"/><path stroke-linejoin="round" d="m8.5 12.5 2 2 5-5"/></g>',
  'solar:checklist-minimalistic-bold-duotone':
    '<g fill="currentColor"><path d="M2 12c0-4.7 0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.1 2 16.7 2 12" opacity=".5"/><path d="M10.5 7.5a.7.7 0 1 0-1-1L7 8.9l-.6-.6a.7.7 0 1 0-1 1l1.1 1.2a1 1 0 0 0 1 0zM13 8.3a.8.8 0 0 0 0 1.4h5a.8.8 0 0 0 0-1.4zM10.5 14.5a.7.7 0 1 0-1-1L7 15.9l-.6-.6a.7.7 0 1 0-1 1l1.1 1.2a1 1 0 0 0 1 0zM13 15.3a.8.8 0 0 0 0 1.4h5a.8.8 0 0 0 0-1.4z"/></g>',
  'solar:checklist-minimalistic-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 12c0-4.7 0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.1 2 16.7 2 12Z"/><path stroke-linejoin="round" d="M6 15.8 7.1 17l2.9-3M6 8.8 7.1 10 10 7"/><path d="M13 9h5M13 16h5"/></g>',
  'solar:clipboard-list-bold-duotone':
    '<g fill="currentColor"><path d="M21 16v-6c0-2.8 0-4.2-.9-5.1q-1-1-4.1-.9H8q-3.2-.2-4.1.9C3 5.8 3 7.2 3 10v6c0 2.8 0 4.2.9 5.1s2.3.9 5.1.9h6c2.8 0 4.2 0 5.1-.9s.9-2.3.9-5.1" opacity=".5"/><path d="M7.5 16.8a.8.8 0 0 1 0 1.4H7a.8.8 0 0 1 0-1.4zM17 16.8a.8.8 0 0 1 0 1.4h-6.5a.8.8 0 0 1 0-1.4zM7.5 13.3a.8.8 0 0 1 0 1.4H7a.8.8 0 0 1 0-1.4zM17 13.3a.8.8 0 0 1 0 1.4h-6.5a.8.8 0 0 1 0-1.4zM7.5 9.8a.8.8 0 0 1 0 1.4H7a.8.8 0 0 1 0-1.4zM17 9.8a.8.8 0 0 1 0 1.4h-6.5a.8.8 0 0 1 0-1.4zM14.5 2q1.4.2 1.5 1.5v1q-.1 1.3-1.5 1.5h-5Q8.1 5.8 8 4.5v-1Q8.1 2.2 9.5 2z"/></g>',
  'solar:clock-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path stroke-linejoin="round" d="M12 8v4l2.5 2.5"/></g>',
  'solar:close-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M9 9q.5-.5 1 0l2 2 2-2a.8.8 0 0 1 1 1l-2 2 2 2a.8.8 0 0 1-1 1l-2-2-2 2a.7.7 0 0 1-1-1l2-2-2-2a1 1 0 0 1 0-1" clip-rule="evenodd"/>',
  'solar:close-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="m14.5 9.5-5 5m0-5 5 5"/></g>',
  'solar:cloud-upload-bold-duotone':
    '<g fill="currentColor"><path d="M6.5 18v-2.4q.2-1.2 1-2 1-1 2.1-1l2.3-.1h2.5q1.2.2 2 1 1 1 1 2.1l.1 2.3a6 6 0 0 0 4.5-5.5c0-2.5-1.6-4.6-3.8-5.4-.4-2.8-2.8-5-5.7-5A5.7 5.7 0 0 0 7 9.6h-.8A4.3 4.3 0 0 0 2 13.7C2 16 4 18 6.3 18z" opacity=".5"/><path fill-rule="evenodd" d="M12 14q-2.7-.2-3.4.6-.7.7-.6 3.4-.2 2.7.6 3.4.7.8 3.4.6 2.7.1 3.4-.6T16 18q.1-2.7-.6-3.4T12 14m1.8 3-1.3-1.2a1 1 0 0 0-1 0L10.2 17a.7.7 0 1 0 1 1l.1-.3v2a.7.7 0 0 0 1.4 0v-2l.2.2a.7.7 0 0 0 .9-1" clip-rule="evenodd"/></g>',
  'solar:copy-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M6 11c0-2.8 0-4.2.9-5.1S9.2 5 12 5h3c2.8 0 4.2 0 5.1.9s.9 2.3.9 5.1v5c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9h-3c-2.8 0-4.2 0-5.1-.9S6 18.8 6 16z"/><path d="M6 19a3 3 0 0 1-3-3v-6c0-3.8 0-5.7 1.2-6.8C5.3 2 7.2 2 11 2h4a3 3 0 0 1 3 3"/></g>',
  'solar:danger-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="M12 7v6"/><path stroke-linejoin="round" d="M12 16z"/></g>',
  'solar:danger-triangle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M5.3 10.8C8.3 5.6 9.7 3 12 3s3.8 2.6 6.7 7.8l.4.6c2.4 4.3 3.6 6.5 2.5 8-1.1 1.6-3.8 1.6-9.2 1.6h-.8c-5.4 0-8.1 0-9.2-1.6-1-1.5.1-3.7 2.5-8zM12 7.2q.7.1.8.8v5a.8.8 0 0 1-1.6 0V8q.1-.7.8-.7m0 9.8a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/>',
  'solar:danger-triangle-bold-duotone':
    '<g fill="currentColor"><path d="M12 3c-2.3 0-3.8 2.6-6.7 7.8l-.4.6c-2.4 4.3-3.6 6.5-2.5 8C3.5 21 6.2 21 11.6 21h.8c5.4 0 8.1 0 9.2-1.6 1-1.5-.1-3.7-2.5-8l-.4-.6C15.7 5.6 14.3 3 12 3" opacity=".5"/><path d="M12 7.3q.7 0 .8.7v5a.8.8 0 0 1-1.6 0V8q.1-.7.8-.7M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2"/></g>',
  'solar:danger-triangle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M5.3 10.8C8.3 5.6 9.7 3 12 3s3.8 2.6 6.7 7.8l.4.6c2.4 4.3 3.6 6.5 2.5 8-1.1 1.6-3.8 1.6-9.2 1.6h-.8c-5.4 0-8.1 0-9.2-1.6-1-1.5.1-3.7 2.5-8zM12 8v5"/><path stroke-linejoin="round" d="M12 16z"/></g>',
  'solar:document-add-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="m18.2 8 .4-.4a2 2 0 1 1 2.8 2.8l-.4.4M18.2 8s0 1 1 1.9c.8.9 1.8 1 1.8 1m0 0L16.7 15l-.6.5-.6.4-.8.3-1.2.4-.4.1-.4.2a.5.5 0 0 1-.7-.7l.2-.4v-.4l.5-1.2.3-.8q0-.3.4-.6 0-.2.5-.6L18.2 8M13 16.8l-1-.9M8 13h2.5M8 9h6.5M8 17h1.5"/><path d="M19.8 3.2C18.7 2 16.8 2 13 2h-2C7.2 2 5.3 2 4.2 3.2 3 4.3 3 6.2 3 10v4c0 3.8 0 5.7 1.2 6.8C5.3 22 7.2 22 11 22h2c3.8 0 5.7 0 6.8-1.2 1-1 1.2-2.3 1.2-4.8"/></g>',
  'solar:document-text-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3 10c0-3.8 0-5.7 1.2-6.8C5.3 2 7.2 2 11 2h2c3.8 0 5.7 0 6.8 1.2C21 4.3 21 6.2 21 10v4c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2h-2c-3.8 0-5.7 0-6.8-1.2C3 19.7 3 17.8 3 14zM8 12h8M8 8h8M8 16h5"/></g>',
  'solar:download-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M17 9q3.2-.2 4.1.9c.9.9.9 2.3.9 5.1v1c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9H8c-2.8 0-4.2 0-5.1-.9S2 18.8 2 16v-1c0-2.8 0-4.2.9-5.1q1-1 4.1-.9"/><path stroke-linejoin="round" d="M12 2v13m3-3.5L12 15l-3-3.5"/></g>',
  'solar:download-minimalistic-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M3 15c0 2.8 0 4.2.9 5.1s2.3.9 5.1.9h6c2.8 0 4.2 0 5.1-.9s.9-2.3.9-5.1"/><path d="M12 3v13m-4-4.4 4 4.4 4-4.4"/></g>',
  'solar:export-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4 12a8 8 0 1 0 16 0"/><path stroke-linejoin="round" d="M12 14V4M9 7l3-3 3 3"/></g>',
  'solar:eye-bold-duotone':
    '<g fill="currentColor"><path d="M2 12c0 1.6.4 2.2 1.3 3.3A11 11 0 0 0 12 20c4.2 0 7-2.5 8.7-4.7.9-1.1 1.3-1.7 1.3-3.3s-.4-2.2-1.3-3.3A11 11 0 0 0 12 4a11 11 0 0 0-8.7 4.7C2.4 9.8 2 10.4 2 12" opacity=".5"/><path fill-rule="evenodd" d="M8.3 12a3.7 3.7 0 1 1 7.4 0 3.7 3.7 0 0 1-7.4 0m1.4 0a2.3 2.3 0 1 1 4.6 0 2.3 2.3 0 0 1-4.6 0" clip-rule="evenodd"/></g>',
  'solar:eye-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3.3 15.3C2.4 14.2 2 13.6 2 12s.4-2.2 1.3-3.3A11 11 0 0 1 12 4c4.2 0 7 2.5 8.7 4.7.9 1.1 1.3 1.7 1.3 3.3s-.4 2.2-1.3 3.3A11 11 0 0 1 12 20a11 11 0 0 1-8.7-4.7Z"/><path d="M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"/></g>',
  'solar:file-text-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M6 14.5h8M6 18h5.5M13 2.3V5c0 2.4 0 3.5.7 4.3q1 .9 4.3.7h3.6"/><path stroke-linejoin="round" d="M3.2 3.2C4.3 2 6.2 2 10 2c1.6 0 2.3 0 3 .3q.9.2 2.4 1.8l4 3.5c1.3 1.2 2 1.8 2.3 2.6q.4.9.3 3.4v.4c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2h-4c-3.8 0-5.7 0-6.8-1.2C2 19.7 2 17.8 2 14v-4c0-3.8 0-5.7 1.2-6.8"/></g>',
  'solar:filter-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M19 3H5q-2-.1-2.6.4-.5.4-.4 2.4v.7q0 1.4.3 2 .3.5 1.6 1.2l3 1.7q1 .4 1.1.7.7.6 1 1.5v3.9q0 1.3.3 1.8t1.5.8c2 .8 2.9 1.1 3.5.7q.9-.4.7-3.3v-3.9q.3-.8 1-1.5l1.1-.7 3-1.7q1.4-.7 1.6-1.2.4-.5.3-2v-.7q.1-1.9-.4-2.4T19 3Z"/>',
  'solar:folder-2-bold-duotone':
    '<g fill="currentColor"><path d="M22 14v-4H2v4c0 3.8 0 5.7 1.2 6.8C4.3 22 6.2 22 10 22h4c3.8 0 5.7 0 6.8-1.2 1.2-1.1 1.2-3 1.2-6.8"/><path d="m11 4-.6-.6L10 3A4 4 0 0 0 7.7 2H5.3A4 4 0 0 0 2 5.4L2 6.9V10h20v-.7q-.1-1.6-.8-2.3l-.2-.2q-1-1-4.8-.8h-.4q-1.5 0-2.2-.2l-.9-.3Q12.1 5.1 11 4" opacity=".5"/></g>',
  'solar:forbidden-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="m18.5 5.5-13 13"/><circle cx="12" cy="12" r="10"/></g>',
  'solar:gallery-bold-duotone':
    '<g fill="currentColor"><path d="M16 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4"/><path fill-rule="evenodd" d="m12 1.3 5.6.1q2.1.2 3.5 1.5t1.5 3.5q.2 2 .1 5.5v4.9a8 8 0 0 1-.8 3.2q-.4.6-.8 1-1.4 1.4-3.5 1.6-2 .2-5.5.1h-.2l-5.5-.1A6 6 0 0 1 3 21a5 5 0 0 1-1.4-3q-.2-1.8-.2-4.6V12l.1-5.6Q1.6 4.3 3 3t3.5-1.5q2-.3 5.5-.1zm0 1.5-5.4.1Q4.8 3.2 4 4T3 6.6 2.7 12v1.5q0 2.8.2 4.3T4 20q.8.9 2.6 1 1.9.3 5.4.3t5.4-.2q1.8-.2 2.6-1.1l.5-.7q.6-.9.7-2.6a63 63 0 0 0-.1-10q-.2-2-1.1-2.7-.8-.9-2.6-1-1.9-.2-5.4-.2" clip-rule="evenodd"/><path d="m20.6 19.1-2.8-2.5a3 3 0 0 0-3.8-.2l-.3.2a2 2 0 0 1-2.5-.2L6.9 12q-1.5-1.4-3.1-.1l-1 .8.2 5q.3 1.5 1 2.2.8.9 2.6 1 1.9.3 5.4.3 3.4 0 5.4-.2 1.8-.3 2.6-1z" opacity=".5"/></g>',
  'solar:global-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z"/><path d="M16 12a24 24 0 0 1-1.2 7q-.5 1.5-1.3 2.2-.7.8-1.5.8-.7 0-1.5-.8-.8-.7-1.3-2.1t-.9-3.3A24 24 0 0 1 9.2 5q.5-1.3 1.3-2.1.7-.8 1.5-.8t1.5.8q.8.8 1.3 2.1t.9 3.3.3 3.8ZM2 12h20"/></g>',
  'solar:hand-money-bold-duotone':
    '<g fill="currentColor"><path d="M6.3 21.4H6q-1.4 0-1.7-.3-.4-.4-.3-1.7v-1.1l.1-1q.3-.4.8-.6c2.6-1.6 6.4-2.4 8.9-1l.4.4q.9 1.2-.1 2.2l-.4.2h.3q1.4-.4 2.4-1.2l1.8-1.4c.6-.4 1.6-.4 2.2 0q1 .8.4 1.8t-1.6 2a9 9 0 0 1-4.6 2.1q-2.7.5-5.3-.1z" opacity=".5"/><path d="M6.6 2.6Q6 3.2 6 4.2c1.2 0 2.2-1 2.2-2.2q-1 0-1.6.6M17.4 2.6q-.6-.5-1.6-.6c0 1.2 1 2.2 2.2 2.2q0-1-.6-1.6M17.4 9.4q-.6.5-1.6.6c0-1.2 1-2.2 2.2-2.2q0 1-.6 1.6M6.6 9.4q.6.5 1.6.6c0-1.2-1-2.2-2.2-2.2q0 1 .6 1.6"/><path fill-rule="evenodd" d="M6 5.8C8 5.8 9.8 4 9.8 2h4.4c0 2 1.7 3.8 3.8 3.8v.5c-2 0-3.7 1.6-3.7 3.7H9.7c0-2-1.6-3.7-3.7-3.7zM12 7a1 1 0 1 0 0-2 1 1 0 0 0 0 2" clip-rule="evenodd"/></g>',
  'solar:hand-money-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M17.4 10.4q.8-.7.6-3.4.1-2.7-.6-3.4m0 0q-.7-.7-3.4-.6h-4q-2.7-.1-3.4.6T6 7q-.2 2.7.6 3.4.7.7 3.4.6h4q2.7.2 3.4-.6m0 0zm0-6.8zm-10.8 0zm0 6.8z"/><path d="M13 7a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM18 6a3 3 0 0 1-3-3M18 8a3 3 0 0 0-3 3M6 6a3 3 0 0 0 3-3M6 8a3 3 0 0 1 3 3M5 20.4h2.3q1.5 0 3 .3 2.6.6 5.3.1a9 9 0 0 0 4.6-2l1.6-2.1q.6-1-.4-1.8c-.6-.4-1.6-.4-2.2 0l-1.8 1.4a5 5 0 0 1-2.7 1.2m-2 0h2m0 0 .4-.2q1-1 .1-2.2l-.4-.3C12 13 7.6 14.4 5 16.2m9.7 1.3h-.1"/><rect width="3" height="8" x="2" y="14" rx="1.5"/></g>',
  'solar:hashtag-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M10 3 5 21M19 3l-5 18M22 9H4M20 16H2"/></g>',
  'solar:history-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M5 5a10 10 0 0 1 13.9.1 10 10 0 0 1 0 13.8 9.8 9.8 0 0 1-16.6-8.3.7.7 0 1 1 1.5.2 8.3 8.3 0 0 0 14 7 8.3 8.3 0 0 0 0-11.6 8.3 8.3 0 0 0-11.7 0H7a.7.7 0 1 1 0 1.4H4.3a1 1 0 0 1-.7-.7V4.3a.8.8 0 1 1 1.5 0z" clip-rule="evenodd"/><path d="M12 7.3q.7 0 .8.7v3.7L15 14a.7.7 0 1 1-1 1l-2.5-2.4-.2-.7V8q0-.7.7-.7" opacity=".5"/></g>',
  'solar:history-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M12 8v4l2.5 2.5"/><path d="m4.3 6.9 1.3-1.3a9 9 0 0 1 12.7 0 9 9 0 0 1 .1 12.8 9 9 0 0 1-15.3-7.7m1.2-6.4V7H7"/></g>',
  'solar:home-2-bold-duotone':
    '<g fill="currentColor"><path d="M2 12.2c0-2.3 0-3.4.5-4.4S4 6.3 6 5.1l2-1.2c2-1.3 3-1.9 4.1-1.9s2.1.6 4.1 1.9l2 1.2c2 1.2 2.9 1.8 3.4 2.7s.5 2.1.5 4.4v1.5c0 4 0 5.9-1.2 7-1.1 1.3-3 1.3-6.8 1.3h-4c-3.8 0-5.7 0-6.8-1.2C2 19.6 2 17.6 2 13.8z" opacity=".5"/><path d="M11.3 18a.8.8 0 0 0 1.4 0v-3a.8.8 0 0 0-1.4 0z"/></g>',
  'solar:home-angle-bold-duotone':
    '<g fill="currentColor"><path d="M13.1 22H11c-3.5 0-5.2 0-6.4-1-1.1-1-1.4-2.7-1.9-6.1l-.2-2c-.4-2.6-.6-3.9 0-5S4 6 6.3 4.7l1.3-.8C9.8 2.6 10.8 2 12 2s2.2.6 4.3 1.9l1.4.8c2.3 1.4 3.4 2 4 3.2.5 1.1.3 2.4 0 5l-.3 2c-.5 3.4-.8 5-2 6-1.1 1.1-2.8 1.1-6.3 1.1" opacity=".5"/><path d="M8.3 18q0-.6.7-.7h6a.8.8 0 0 1 0 1.4H9a1 1 0 0 1-.7-.7"/></g>',
  'solar:import-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4 12a8 8 0 1 0 16 0"/><path stroke-linejoin="round" d="M12 4v10m-3-3 3 3 3-3"/></g>',
  'solar:inbox-archive-bold-duotone':
    '<g fill="currentColor"><path d="M3.5 20.5C4.9 22 7.3 22 12 22s7 0 8.5-1.5C22 19.1 22 16.7 22 12s0-7-1.5-8.5C19.1 2 16.7 2 12 2S5 2 3.5 3.5C2 4.9 2 7.3 2 12s0 7 1.5 8.5" opacity=".5"/><path d="M17.5 12q1.2 0 1.5 1.3v1h1a.8.8 0 0 1 0 1.4h-2.3l-1.4.1-1 .9-.2.3q-.6.6-1.3 1h-.2q-.7.4-1.5.3h-.3q-.9 0-1.6-.2l-.3-.1-1.2-1.1-.1-.1-1-1H4a.8.8 0 0 1 0-1.6h1v-1q.3-1.1 1.5-1.2zM17.5 9q1.4.1 1.5 1.5v1q-.7-.5-1.5-.5h-11q-.8 0-1.5.5v-1Q5.2 9.1 6.5 9zM17.5 6q1.4.2 1.5 1.5v1q-.7-.5-1.5-.5h-11q-.8 0-1.5.5v-1Q5.2 6.2 6.5 6z"/></g>',
  'solar:inbox-bold-duotone':
    '<g fill="currentColor"><path d="M1 12c0-5.2 0-7.8 1.6-9.4S6.8 1 12 1s7.8 0 9.4 1.6S23 6.8 23 12s0 7.8-1.6 9.4S17.2 23 12 23s-7.8 0-9.4-1.6S1 17.2 1 12" opacity=".5"/><path d="M2.6 21.4C4.2 23 6.8 23 12 23s7.8 0 9.4-1.6c1.5-1.5 1.6-3.8 1.6-8.3h-3.5q-1.4 0-2 .2l-1.3 1.3-.7.8q-.8 1.1-1.4 1.3t-2 .2h-.3q-1.4 0-2-.2-.4-.2-1.3-1.3l-.7-.8q-.8-1-1.4-1.3-.5-.2-2-.2H1c0 4.5.1 6.8 1.6 8.3"/></g>',
  'solar:inbox-in-bold-duotone':
    '<g fill="currentColor"><path d="M2 12c0-4.7 0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.1 2 16.7 2 12" opacity=".5"/><path d="M5.2 13q1.2 0 1.7.2t1.3 1.2l.6.7q.8 1 1.3 1.2.5.3 1.7.2h.4q1.2 0 1.7-.2t1.3-1.2l.6-.7q.8-1 1.3-1.2t1.7-.2H22c0 4-.1 6.2-1.5 7.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.2 2 17.1 2 13zM12.8 9l2-2a.8.8 0 0 1 1 1l-3.3 3.3a1 1 0 0 1-1 0L8.2 8a.7.7 0 0 1 1-1l2 2V2h1.6z"/></g>',
  'solar:info-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="M12 17v-6"/><path stroke-linejoin="round" d="M12 8z"/></g>',
  'solar:key-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M15.7 14.6a6.3 6.3 0 1 0-6.3-6.3c0 1.6.7 2.8.7 2.8l-7.6 7.6c-.4.3-.9 1.2 0 2l.8 1c.4.2 1.2.6 2 0l1-1.1c1 1 2.2.4 2.6-.2.8-1-.1-2-.1-2L9 18c1.4 1.4 2.6.6 3 0 .8-1 0-2 0-2-.2-.6-.8-.6 0-1.4l.8-.8c.7.5 2.1.7 2.8.7"/><path d="M17.9 8.3a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z"/></g>',
  'solar:letter-bold-duotone':
    '<g fill="currentColor"><path d="M14.2 3H9.8C5.7 3 3.6 3 2.3 4.3S1 7.8 1 12s0 6.4 1.3 7.7S5.7 21 9.8 21h4.4c4.1 0 6.2 0 7.5-1.3S23 16.2 23 12s0-6.4-1.3-7.7S18.3 3 14.2 3" opacity=".5"/><path d="M19.1 8a.8.8 0 0 0-1-1.2l-2.4 2-2.3 1.8q-.8.5-1.4.5t-1.4-.5L8.3 8.7l-2.4-2A.8.8 0 0 0 5 8l2.4 2 2.5 2a4 4 0 0 0 2.2.7 4 4 0 0 0 2.2-.7l2.5-2z"/></g>',
  'solar:letter-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 12c0-3.8 0-5.7 1.2-6.8C4.3 4 6.2 4 10 4h4c3.8 0 5.7 0 6.8 1.2C22 6.3 22 8.2 22 12s0 5.7-1.2 6.8C19.7 20 17.8 20 14 20h-4c-3.8 0-5.7 0-6.8-1.2C2 17.7 2 15.8 2 12Z"/><path d="m6 8 2.2 1.8c1.8 1.5 2.7 2.3 3.8 2.3s2-.8 3.8-2.3L18 8"/></g>',
  'solar:letter-opened-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M18 6.1q2 .1 2.8 1C22 8.4 22 10.3 22 14s0 5.7-1.2 6.8C19.7 22 17.8 22 14 22h-4c-3.8 0-5.7 0-6.8-1.2C2 19.7 2 17.8 2 14s0-5.7 1.2-6.8Q4 6.2 6 6M10 6h4M11 9h2"/><path d="m8.2 11.8-.8-.6q-1-.8-1.2-1.3-.3-.5-.2-1.8V7c0-2.4 0-3.5.7-4.3q1-.9 4.3-.7h2c2.4 0 3.5 0 4.3.7q.9 1 .7 4.3v1.1q0 1.4-.2 1.8t-1.2 1.3l-.8.6c-1.8 1.5-2.7 2.3-3.8 2.3s-2-.8-3.8-2.3Z"/><path d="m6 10 2.2 1.8c1.8 1.5 2.7 2.3 3.8 2.3s2-.8 3.8-2.3L18 10"/></g>',
  'solar:lock-keyhole-bold-duotone':
    '<g fill="currentColor"><path d="M2 16c0-2.8 0-4.2.9-5.1S5.2 10 8 10h8c2.8 0 4.2 0 5.1.9s.9 2.3.9 5.1 0 4.2-.9 5.1-2.3.9-5.1.9H8c-2.8 0-4.2 0-5.1-.9S2 18.8 2 16" opacity=".5"/><path d="M12 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4M12 1.3c3.7 0 6.8 3 6.8 6.7v2h-1.6V8A5.2 5.2 0 1 0 6.9 8v2H5.3V8c0-3.7 3-6.7 6.7-6.7"/></g>',
  'solar:lock-keyhole-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 16c0-2.8 0-4.2.9-5.1S5.2 10 8 10h8c2.8 0 4.2 0 5.1.9s.9 2.3.9 5.1 0 4.2-.9 5.1-2.3.9-5.1.9H8c-2.8 0-4.2 0-5.1-.9S2 18.8 2 16Z"/><circle cx="12" cy="16" r="2"/><path d="M6 10V8a6 6 0 1 1 12 0v2"/></g>',
  'solar:login-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M2 12h14m-3.5 3 3.5-3-3.5-3"/><path d="M9 7q-.2-3.2.9-4.1C10.8 2 12.2 2 15 2h1c2.8 0 4.2 0 5.1.9S22 5.2 22 8v8c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9h-1c-2.8 0-4.2 0-5.1-.9q-1-1-.9-4.1"/></g>',
  'solar:magnifer-bold-duotone':
    '<path fill="currentColor" d="M20.3 11.2a9.2 9.2 0 1 1-18.3 0 9.2 9.2 0 0 1 18.3 0" opacity=".5"/><path fill="currentColor" d="m17.1 18.1 3.7 3.7a.7.7 0 0 0 1-1L18 17z"/>',
  'solar:magnifier-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="11.5" cy="11.5" r="9.5"/><path d="M18.2 18.2 22 22"/></g>',
  'solar:map-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3 8.7q-.1-2.1.4-2.6l.5-.4q.6-.3 2.6.5 1.4.5 2.2.5h.5c.6-.2 1-.5 2-1.2l1.4-.9q1.6-1.2 2.4-1.3.9 0 2.8.6l1.1.4q1.4.4 1.8.9t.3 2v8q.1 2.3-.4 2.7l-.5.4q-.6.3-2.6-.5-1.4-.5-2.2-.5h-.5q-.7.2-2 1.2l-1.4.9Q9.8 20.6 9 20.7q-.9 0-2.8-.6l-1.1-.4q-1.4-.4-1.8-.9t-.3-2zM9 6.7v14M15 3.3v14"/></g>',
  'solar:map-point-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4 10.1A8 8 0 0 1 12 2a8 8 0 0 1 8 8.1c0 4.5-2.6 9.7-6.5 11.6q-1.5.6-3 0C6.5 19.8 4 14.7 4 10Z"/><circle cx="12" cy="10" r="3"/></g>',
  'solar:menu-dots-bold':
    '<g fill="currentColor"><path d="M7 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M14 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0M21 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0"/></g>',
  'solar:monitor-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2 10c0-3.8 0-5.7 1.2-6.8C4.3 2 6.2 2 10 2h4c3.8 0 5.7 0 6.8 1.2C22 4.3 22 6.2 22 10v1c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9H8c-2.8 0-4.2 0-5.1-.9S2 13.8 2 11zM16 22H8M12 17v5M22 13H2"/></g>',
  'solar:moon-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M12 22a10 10 0 0 0 10-10c0-.5-.7-.5-1-.1a6.5 6.5 0 1 1-8.9-9c.4-.2.4-.9-.1-.9a10 10 0 1 0 0 20"/>',
  'solar:notes-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="m20.8 10.7-.5 2q-.7 3.1-1.6 4a4 4 0 0 1-2.3 1.3q-1.2 0-4-.8c-2.3-.6-3.4-.9-4.2-1.5a4 4 0 0 1-1.1-2q-.4-1.3.7-4.4l.5-2 .2-.9q.6-2.3 1.4-3.2a4 4 0 0 1 2-1.1c1-.3 2 0 4.3.7s3.4.9 4.1 1.5a4 4 0 0 1 1.2 2q.3 1.3-.7 4.4m-9.7-.9q.2-.6.9-.5l4.8 1.3a.7.7 0 1 1-.4 1.4l-4.8-1.3a1 1 0 0 1-.5-.9m-.8 2.9q.2-.6.9-.5l2.9.7a.7.7 0 1 1-.4 1.5l-2.9-.8a1 1 0 0 1-.5-.9" clip-rule="evenodd"/><path d="M16.4 18a4 4 0 0 1-1 1.7q-1 .8-4.2 1.5c-2.2.6-3.3 1-4.3.7a4 4 0 0 1-2-1.1c-.7-.8-1-1.9-1.6-4.2l-.5-1.9q-1-3.1-.7-4.3a4 4 0 0 1 1.1-2c.8-.7 1.9-1 4.2-1.6l1.1-.4-.2 1-.5 1.9q-1 3.1-.7 4.3a4 4 0 0 0 1.1 2c.8.7 1.9 1 4.2 1.6q2.8 1 4 .8" opacity=".5"/></g>',
  'solar:notes-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="m20.3 12.6.5-1.9q1-3.1.7-4.3a4 4 0 0 0-1.2-2q-.9-.9-4-1.6c-2.3-.6-3.4-1-4.4-.7a4 4 0 0 0-2 1.1q-.8 1-1.4 3.2l-.2 1-.5 1.9q-1 3.1-.7 4.3a4 4 0 0 0 1.1 2c.8.7 1.9 1 4.2 1.6q2.8 1 4 .8h.3a4 4 0 0 0 2-1.2c.7-.8 1-1.9 1.6-4.2Z"/><path d="M16.4 18a4 4 0 0 1-1 1.7q-1 .8-4.2 1.5c-2.2.6-3.3 1-4.3.7a4 4 0 0 1-2-1.1c-.7-.8-1-1.9-1.6-4.2l-.5-1.9q-1-3.1-.7-4.3a4 4 0 0 1 1.1-2c.8-.7 1.9-1 4.2-1.6l1.1-.4M11.8 10l4.8 1.3M11 12.9l2.9.8"/></g>',
  'solar:paperclip-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="m8 17.8 7.8-7.5c1-1 1-2.4 0-3.3-1-1-2.5-1-3.4 0l-7.9 7.5a4.3 4.3 0 0 0 0 6.2 5 5 0 0 0 6.6 0l8-7.6a6.3 6.3 0 0 0 0-9.2 7 7 0 0 0-9.7 0L3 10"/>',
  'solar:pen-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="m14.4 4 .9-.8a4 4 0 0 1 5.5 5.5l-.9 1M14.4 4s0 2 1.8 3.7A6 6 0 0 0 20 9.6m0 0-8.5 8.6-1.2 1q-.6.6-1.2.8l-1.5.6-3.3 1-.8.3a1 1 0 0 1-1.3-1.3l.2-.8 1.1-3.3L4 15l.7-1.2 1.1-1.2 8.6-8.5M4.2 21.7l-1.9-1.9"/>',
  'solar:pen-new-square-bold-duotone':
    '<g fill="currentColor"><path d="M1 12c0-5.2 0-7.8 1.6-9.4S6.8 1 12 1s7.8 0 9.4 1.6S23 6.8 23 12s0 7.8-1.6 9.4S17.2 23 12 23s-7.8 0-9.4-1.6S1 17.2 1 12" opacity=".5"/><path d="m14 14.3.8-.9L20.4 8q.1-.3-.1-.4a6 6 0 0 1-3.8-3.8q-.1-.3-.4 0l-5.5 5.5-.9.9-.6 1-.4 1-.3.9-.4 1.2-.4 1.1a.8.8 0 0 0 1 1l1.2-.3 1.2-.4.8-.3L13 15zM22.1 6.2a3 3 0 0 0-4.3-4.3l-.1.2q-.3.2-.3.6l.2.6a5 5 0 0 0 3.7 3.3q.4 0 .6-.3z"/></g>',
  'solar:phone-calling-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M13.5 2s2.3.2 5.3 3.2 3.2 5.3 3.2 5.3M14.2 5.5s1 .3 2.5 1.8a7 7 0 0 1 1.7 2.5M17.7 21q.8-.1 1.3-.7l1.4-1.5c1-1 .7-2.8-.5-3.5l-2-1a2 2 0 0 0-2.3.2l-.5.5s-1 1.2-4-2c-3-3-2-4.2-2-4.2l.4-.3c.7-.7.8-2 .1-2.8L8.4 3.9C7.6 3 6 2.7 5.3 3.6L3.7 5.3Q3 5.9 3 7c0 1.6.8 5.3 4.8 9.5 4.3 4.4 8.2 4.6 9.9 4.5Z"/></g>',
  'solar:phone-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M18.7 20q.8-.1 1.3-.7l1.4-1.5c1-1 .7-2.8-.5-3.5l-2-1a2 2 0 0 0-2.3.2l-.5.5s-1 1.2-4-2c-3-3-2-4.2-2-4.2l.4-.3c.7-.7.8-2 .1-2.8L9.4 2.9C8.6 2 7 1.7 6.3 2.6L4.7 4.3Q4 4.9 4 6c0 1.6.8 5.3 4.8 9.5 4.3 4.4 8.2 4.6 9.9 4.5Z"/>',
  'solar:pin-bold':
    '<path fill="currentColor" d="m19.2 7.8-3-3c-2-2-3-3-4.1-2.8s-1.6 1.6-2.6 4.3L9 8.1q-.4 1-.7 1.4l-.3.3-1.4.5Q4 11 3.7 11.6q-.3.3-.2.7 0 .9 1.8 2.5l1.4 1.4-4.5 4.5a.8.8 0 0 0 1.1 1l4.5-4.4 1.4 1.5q1.8 1.8 2.5 1.8.4 0 .8-.2.6-.4 1.2-2.8l.5-1.4.3-.4 1.4-.6 1.8-.7c2.7-1 4-1.5 4.3-2.6.2-1-.8-2-2.8-4"/>',
  'solar:pin-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="m2 22 4.7-4.7M19 8 16 5c-2.1-2.2-3.2-3.2-4.3-3S10.1 3.7 9 6.5l-.7 1.9-.6 1.4-.4.3q-.4.4-1.5.6-2.4.5-2.9 1.3l-.2.8q0 .7 2 2.5l4 4.1q1.8 2 2.6 2 .5 0 .8-.3.7-.4 1.3-2.9l.5-1.5.4-.3q.3-.4 1.3-.7l2-.7c2.7-1 4.1-1.6 4.4-2.7.2-1.1-.8-2.2-3-4.3Z"/>',
  'solar:plain-linear':
    '<g fill="none"><path stroke="currentColor" stroke-width="1.5" d="m18.6 15.7 1.8-5.2c1.5-4.5 2.2-6.7 1-8s-3.4-.4-8 1.1l-5 1.8C4.6 6.6 2.8 7.2 2.3 8a3 3 0 0 0 0 2.7c.5.9 2.3 1.5 6 2.7l1 .5q.5.2.6.6l.5 1c1.2 3.7 1.8 5.5 2.7 6a3 3 0 0 0 2.7 0c1-.5 1.5-2.3 2.7-6Z"/><path fill="currentColor" d="M16.2 8.8a.8.8 0 0 0-1-1zm-5.5 5.5 5.5-5.5-1-1-5.6 5.5z"/></g>',
  'solar:question-circle-bold-duotone':
    '<g fill="currentColor"><path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0" opacity=".5"/><path d="M12 7.8q-1 .1-1.1 1a.8.8 0 0 1-1.5 0 2.6 2.6 0 1 1 4.5 1.9l-.3.3-.6.6q-.2.4-.2.7v.7a.8.8 0 0 1-1.6 0v-.7q.1-1 .7-1.6l1-1 .2-.8q-.1-1-1.1-1.2M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2"/></g>',
  'solar:refresh-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M3.7 13v-1.7C3.7 6.7 7.4 3 12 3c3 0 5.7 1.6 7.2 4M2 11.3 3.7 13l1.7-1.7M20.3 11v1.7A8.4 8.4 0 0 1 4.7 17M22 12.7 20.3 11l-1.7 1.7"/></g>',
  'solar:reorder-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M19 10H5M19 14H5M19 6H5M19 18H5"/></g>',
  'solar:reply-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m9.5 17-5-5 5-5m-5 5h10c1.7 0 5 1 5 5"/>',
  'solar:restart-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m18.4 8-.7-.7a8 8 0 1 0 2.2 4.7m-1.5-8.2V8H14"/>',
  'solar:settings-minimalistic-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M12.4 2c-1 0-2.1.6-4.1 1.8l-.7.4C5.6 5.4 4.6 6 4 7s-.6 2.2-.6 4.6v.8c0 2.4 0 3.6.6 4.6s1.6 1.6 3.6 2.8l.7.4c2 1.2 3 1.8 4.1 1.8s2.2-.6 4.2-1.8l.7-.4c2-1.2 3-1.8 3.6-2.8.5-1 .5-2.2.5-4.6v-.8c0-2.4 0-3.6-.5-4.6s-1.6-1.6-3.6-2.8l-.7-.4c-2-1.2-3-1.8-4.2-1.8" clip-rule="evenodd" opacity=".5"/><path d="M12.4 8.3a3.8 3.8 0 1 0 0 7.5 3.8 3.8 0 0 0 0-7.5"/></g>',
  'solar:shield-check-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M3 10.4q-.1-4.7.4-5.3c.4-.6 1.9-1 4.9-2.1l.5-.2Q11 2 12 2c.8 0 1.6.3 3.2.8l.5.2q4.4 1.4 5 2 .4.8.3 5.4V12c0 5.6-4.2 8.4-6.9 9.5-.7.3-1 .5-2.1.5-1 0-1.4-.2-2.1-.5C7.2 20.4 3 17.6 3 12z"/><path stroke-linejoin="round" d="m9.5 12.4 1.4 1.6 3.6-4"/></g>',
  'solar:slider-vertical-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M6 8c0-2.8 0-4.2.9-5.1S9.2 2 12 2s4.2 0 5.1.9.9 2.3.9 5.1v8c0 2.8 0 4.2-.9 5.1s-2.3.9-5.1.9-4.2 0-5.1-.9S6 18.8 6 16zM18 19.5q2 0 2.6-.3.8-.4 1.1-1 .4-.8.3-2.7v-7q0-2-.3-2.6-.4-.8-1-1.1-.8-.4-2.7-.3M6 19.5q-2 0-2.6-.3-.8-.4-1.1-1-.4-.8-.3-2.7v-7q0-2 .3-2.6.4-.8 1-1.1.8-.4 2.7-.3"/></g>',
  'solar:smartphone-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M4 10c0-3.8 0-5.7 1.2-6.8C6.3 2 8.2 2 12 2s5.7 0 6.8 1.2C20 4.3 20 6.2 20 10v4c0 3.8 0 5.7-1.2 6.8-1.1 1.2-3 1.2-6.8 1.2s-5.7 0-6.8-1.2C4 19.7 4 17.8 4 14zM15 19H9"/></g>',
  'solar:sun-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="5"/><path d="M12 2v2M12 20v2M4 12H2M22 12h-2M19.8 4.2l-2.2 2M4.2 4.2l2.2 2M6.4 17.6l-2.2 2.2M19.8 19.8l-2.2-2.2"/></g>',
  'solar:tag-horizontal-bold-duotone':
    '<g fill="currentColor"><path d="M10.2 20H13c2.2 0 3.3 0 4.2-.5s1.5-1.4 2.7-3.3l.7-1c1-1.6 1.5-2.3 1.5-3.2s-.5-1.6-1.5-3.2l-.7-1c-1.2-1.9-1.7-2.8-2.7-3.3-.9-.5-2-.5-4.2-.5h-2.7c-3.9 0-5.8 0-7 1.2S2 8.2 2 12s0 5.7 1.2 6.8c1.2 1.2 3.1 1.2 7 1.2" opacity=".5"/><path d="M7 7q.7.1.8.8v8.4q-.1.6-.8.7t-.7-.7V7.8q0-.7.7-.7"/></g>',
  'solar:trash-bin-minimalistic-bold-duotone':
    '<g fill="currentColor"><path d="M9.4 11.5q.7 0 .8.7l.5 5.3q0 .7-.6.8a1 1 0 0 1-.8-.7l-.5-5.3q0-.7.6-.8M14.6 11.5q.7.1.6.8l-.5 5.3q-.1.7-.8.7a1 1 0 0 1-.6-.8l.5-5.3q.1-.7.8-.7M12 2q1.6 0 2.5 1c.9.8 1 2 1 2.8h4.8q.6 0 .7.7t-.7.7H3.7a1 1 0 0 1-.7-.7q0-.6.7-.7h4.8c0-.8.1-2 1-2.8q1-1 2.5-1"/><path d="M11.6 22h.8c2.8 0 4.2 0 5-.9 1-.9 1-2.3 1.3-5.2l.2-4.2q.3-2.3-.3-2.9T16 8.3H8q-2.2-.1-2.7.5T5 11.7l.2 4.2c.2 2.9.3 4.3 1.2 5.2 1 .9 2.3.9 5.1.9" opacity=".5"/></g>',
  'solar:trash-bin-trash-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M20.5 6h-17M18.8 8.5l-.4 6.9c-.2 2.7-.3 4-1.2 4.8s-2.2.8-4.8.8h-.8q-3.7.2-4.8-.8c-1-.8-1-2.1-1.2-4.8l-.4-6.9M9.5 11l.5 5M14.5 11l-.5 5M6.5 6h.1a2 2 0 0 0 1.8-1.3v-.1l.2-.3q0-.4.2-.5.3-.6 1-.8h4.4q.7.1 1 .8l.2.5.1.3a2 2 0 0 0 2 1.4"/></g>',
  'solar:undo-left-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M4 7h11q2.6-.1 3.5.4.7.4 1.1 1.1T20 12q.1 2.7-.4 3.5a3 3 0 0 1-1.1 1.1q-.9.5-3.5.4H8m-1-7L4 7l3-3"/>',
  'solar:upload-square-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M12 17v-7m-3 3 3-3 3 3"/><path d="M16 7H8M2 12c0-4.7 0-7 1.5-8.5C4.9 2 7.3 2 12 2s7 0 8.5 1.5C22 4.9 22 7.3 22 12s0 7-1.5 8.5C19.1 22 16.7 22 12 22s-7 0-8.5-1.5C2 19.1 2 16.7 2 12Z"/></g>',
  'solar:user-check-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="6" r="4"/><path stroke-linejoin="round" d="m16.7 16 .8 1 1.8-1.9"/><path d="M22 16a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z"/><path d="m15 13.3-3-.3c-4.4 0-8 2-8 4.5S4 22 12 22c5.6 0 7.3-1 7.8-2.4"/></g>',
  'solar:user-circle-bold-duotone':
    '<g fill="currentColor"><path d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0" opacity=".5"/><path d="M16.8 19a9 9 0 0 1-9.6 0q-1-.7-.5-1.8Q7.6 15 12 15q4.4 0 5.3 2.2.5 1-.5 1.8M12 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6"/></g>',
  'solar:user-cross-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M16.5 15q2.3-.1 3 .5.6.7.5 3 .1 2.3-.5 3-.7.6-3 .5-2.3.1-3-.5-.6-.7-.5-3-.1-2.3.5-3 .7-.6 3-.5m2 1.5a1 1 0 0 0-.9 0l-1.1 1.2-1.1-1.2a.6.6 0 1 0-.9.9l1.2 1.1-1.2 1.1a.6.6 0 1 0 .9.9l1.1-1.2 1.1 1.2a.6.6 0 1 0 .9-.9l-1.2-1.1 1.2-1.1q.3-.5 0-.9" clip-rule="evenodd"/><path d="M12 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8"/><path d="M14.5 22H12c-8 0-8-2-8-4.5S7.6 13 12 13q4.5.2 6.8 2.1l-2.3-.1q-2.3-.1-3 .5-.6.7-.5 3-.1 2.3.5 3 .4.4 1 .4" opacity=".5"/></g>',
  'solar:user-id-bold-duotone':
    '<g fill="currentColor"><path d="M14 4h-4C6.2 4 4.3 4 3.2 5.2 2 6.3 2 8.2 2 12s0 5.7 1.2 6.8C4.3 20 6.2 20 10 20h4c3.8 0 5.7 0 6.8-1.2 1.2-1.1 1.2-3 1.2-6.8s0-5.7-1.2-6.8C19.7 4 17.8 4 14 4" opacity=".5"/><path d="M13.3 9q0-.7.7-.7h5a.8.8 0 0 1 0 1.4h-5a1 1 0 0 1-.7-.7M14.3 12q0-.6.7-.7h4a.8.8 0 0 1 0 1.4h-4a1 1 0 0 1-.7-.7M15.3 15q0-.6.7-.7h3a.8.8 0 0 1 0 1.4h-3a1 1 0 0 1-.7-.7M9 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 17c4 0 4-.9 4-2s-1.8-2-4-2-4 .9-4 2 0 2 4 2"/></g>',
  'solar:user-plus-rounded-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M16.5 15q2.3-.1 3 .5.6.7.5 3 .1 2.3-.5 3-.7.6-3 .5-2.3.1-3-.5-.6-.7-.5-3-.1-2.3.5-3 .7-.6 3-.5m0 1.4q-.5 0-.6.5v1h-1a.6.6 0 1 0 0 1.2h1v1a.6.6 0 1 0 1.2 0v-1h1a.6.6 0 1 0 0-1.2h-1v-1q0-.5-.6-.5" clip-rule="evenodd"/><path d="M12 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8"/><path d="M18 15h-1.5q-2.3-.1-3 .5-.6.7-.5 3 0 1.8.2 2.4L12 21c-3.9 0-7-1.8-7-4s3.1-4 7-4c2.6 0 4.9.8 6 2" opacity=".5"/></g>',
  'solar:user-plus-rounded-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="6" r="4"/><path stroke-linejoin="round" d="M17 16.7v2.6M15.7 18h2.6"/><path d="M21 18a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z"/><path d="M16.7 14q-2-1-4.7-1c-3.9 0-7 1.8-7 4s3.1 4 7 4q1.2 0 2.2-.2"/></g>',
  'solar:users-group-rounded-bold-duotone':
    '<g fill="currentColor"><g opacity=".5"><path d="M16 14c2.8 0 5 1.3 5 3s-2.2 3-5 3-5-1.3-5-3 2.2-3 5-3M15 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6"/></g><path d="M9 13c3.9 0 7 1.8 7 4s-3.1 4-7 4-7-1.8-7-4 3.1-4 7-4M9 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8"/></g>',
  'solar:users-group-rounded-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="9" cy="6" r="4"/><path d="M15 9a3 3 0 1 0 0-6"/><ellipse cx="9" cy="17" rx="7" ry="4"/><path d="M18 14q2.9.7 3 2.5c0 1-1 2-2.5 2.4"/></g>',
  'solar:users-group-two-rounded-bold-duotone':
    '<g fill="currentColor"><path d="M12 13c3.3 0 6 1.6 6 3.5 0 2-2.7 3.5-6 3.5s-6-1.6-6-3.5c0-2 2.7-3.5 6-3.5M12 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7"/><g opacity=".5"><path d="M6 14c2.2 0 4 1.1 4 2.5S8.2 19 6 19s-4-1.1-4-2.5S3.8 14 6 14M18 14c2.2 0 4 1.1 4 2.5S20.2 19 18 19s-4-1.1-4-2.5 1.8-2.5 4-2.5M7 5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M17 5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5"/></g></g>',
  'solar:verified-check-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="m9.6 3.2-.5.4-1 .4h-.6l-1.6.3q-1.1.5-1.6 1.6L4 7.5V8l-.5 1-.4.5-1 1.2q-.4 1.2 0 2.4l1 1.2.4.5.4 1v.6l.3 1.6q.5 1.1 1.6 1.6l1.6.2H8l1 .5.5.4 1.2 1q1.2.4 2.4 0l1.2-1 .5-.4 1-.4h.6l1.6-.3q1.1-.5 1.6-1.6l.2-1.6V16l.5-1 .4-.5 1-1.2q.4-1.2 0-2.4l-1-1.2-.4-.5-.4-1v-.6l-.3-1.6q-.5-1.1-1.6-1.6L16.5 4H16l-1-.5-.5-.4-1.2-1q-1.2-.4-2.4 0zm6.8 6.7a.8.8 0 0 0-1.2-1.2l-4.8 4.9L8.8 12A.8.8 0 0 0 7.6 13l2.2 2.2q.6.5 1.1 0z" clip-rule="evenodd"/>',
  'solar:wallet-money-bold-duotone':
    '<g fill="currentColor"><path fill-rule="evenodd" d="M21.2 10a2 2 0 0 1 1.8 2v4.3a2 2 0 0 1-2 1.7h-2.8C16 18 14 16.3 14 14s2-4 4.2-4h3M18 13a1 1 0 0 0-1 1q0 1 1 1t1-1q0-1-1-1" clip-rule="evenodd"/><path d="M9.5 8.9q.6 0 .7.7t-.7.7H5.6a1 1 0 0 1-.7-.7q0-.6.7-.7zM10.1 2.6c1.1-.8 2.7-.8 3.8 0L16 4l1.9 1.3-.7-.1Q15.5 5 12.8 5h-2.1Q8 5 6.3 5.2L8 4z"/><path d="M21.1 10q.2-1.9-.8-3.4l-.2-.2q-1-1-2.9-1.2-1.7-.2-4.4-.2h-2.1Q8 5 6.3 5.2q-1.8 0-3 1.2-1 1-1.1 2.9Q2 11 2 13.7v.1q0 2.7.2 4.4 0 1.8 1.2 3 1 1 2.9 1.1 1.7.3 4.4.2h2.1q2.7 0 4.4-.2 1.8 0 3-1.2l.4-.7q.6-1.1.5-2.4h-2.9C16 18 14 16.3 14 14s2-4 4.2-4h2.9" opacity=".5"/></g>',
  'solar:wallet-money-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path stroke-linejoin="round" d="M6 10h4"/><path d="M20.8 11h-2.6c-1.8 0-3.2 1.3-3.2 3s1.4 3 3.2 3H21q.9 0 1-1v-4a1 1 0 0 0-1-1z"/><path d="M21 11q0-2.7-1.2-3.8C18.7 6 16.8 6 13 6h-3C6.2 6 4.3 6 3.2 7.2 2 8.3 2 10.2 2 14s0 5.7 1.2 6.8C4.3 22 6.2 22 10 22h3c3.8 0 5.7 0 6.8-1.2q1-1.2 1.2-3.8"/><path d="M5.8 6.1 6 6l3.7-2.5c1-.7 2.5-.7 3.6 0L17 6l.2.1"/><path stroke-linejoin="round" d="M18 14z"/></g>',
  'solar:widget-4-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M2.5 6.5q-.1-2.7.6-3.4t3.4-.6q2.7-.1 3.4.6.8.7.6 3.4v11q.2 2.7-.6 3.4-.7.8-3.4.6-2.7.1-3.4-.6t-.6-3.4zM13.5 15.5q-.2-2.7.6-3.4.7-.7 3.4-.6 2.7-.2 3.4.6.8.7.6 3.4v2q.1 2.7-.6 3.4-.7.8-3.4.6-2.7.1-3.4-.6t-.6-3.4zM13.5 5.5q0-1.4.2-1.8a2 2 0 0 1 1-1q.5-.2 1.8-.2h2q1.3 0 1.8.2.7.3 1 1 .3.5.2 1.8t-.2 1.8a2 2 0 0 1-1 1q-.5.3-1.8.2h-2q-1.4 0-1.8-.2a2 2 0 0 1-1-1q-.2-.5-.2-1.8Z"/></g>',
} as const;
