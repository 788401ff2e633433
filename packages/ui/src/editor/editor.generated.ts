// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const editorIcons = {
  'solar:link-round-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M10 15h2a6 6 0 0 0 0-12H8a6 6 0 0 0-4.5 10M14 9h-2a6 6 0 0 0 0 12h4a6 6 0 0 0 4.5-10"/>',
  'solar:list-ordered-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M21 6h-8M21 10h-8M21 14h-8M21 18h-8"/><path stroke-linejoin="round" d="m5.1 7.5 2-1.5v4M5.1 15q.1-.9 1-1 .9.1 1 1t-.6 1.4L5 18h2"/></g>',
  'solar:quote-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M2 19c5.5 0 6.7-2.9 7.2-5.5v-.7l.2-1.8V9q.1-2.7-.5-3.4Q8 4.9 5.7 5q-2.4-.2-3.2.6Q2 6.3 2 9q-.1 2.7.5 3.4t2.5.6q.3 0 .5.2t0 .7c-.3 1.5-2.4 4.1-3.5 5M14.6 19c5.5 0 6.7-2.9 7.2-5.5v-.7L22 11V9q.1-2.7-.6-3.4T18.3 5c-1.8 0-2.6 0-3.2.6q-.6.7-.5 3.5-.1 2.7.5 3.4t2.4.6q.4 0 .6.2t0 .7c-.3 1.5-2.4 4.1-3.5 5"/></g>',
  'solar:text-bold-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M5 4.6C5 3.2 6.2 2 7.6 2H12a5 5 0 0 1 0 10H5zM5 12h9a5 5 0 0 1 0 10H7a2 2 0 0 1-2-2z"/></g>',
  'solar:text-italic-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M3 22h12M9 2h12M9 22l6-20"/>',
  'solar:text-underline-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M4 21h16M4 3v6a8 8 0 1 0 16 0V3"/></g>',
  'solar:undo-right-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M20 7H9c-1.9 0-2.8 0-3.5.4a3 3 0 0 0-1.1 1.1q-.5.8-.4 3.5-.1 2.7.4 3.5t1.1 1.1c.7.4 1.6.4 3.5.4h7m1-7 3-3-3-3"/>',
} as const;
