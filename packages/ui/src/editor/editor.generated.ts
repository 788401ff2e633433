// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const editorIcons = {
  'solar:link-round-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5" d="M10 15h2a6 6 0 0 0 0-12H8a6 6 0 0 0-4.47 10M14 9h-2a6 6 0 0 0 0 12h4a6 6 0 0 0 4.47-10"/>',
  'solar:list-ordered-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M21 6h-8M21 10h-8M21 14h-8M21 18h-8"/><path stroke-linejoin="round" d="M5.13 7.51 7.06 6v4M5.13 15.05c0-.58.44-1.05.97-1.05s.96.47.96 1.05-.2.87-.58 1.38L5.13 18h1.93"/></g>',
  'solar:quote-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M2 19c5.54 0 6.68-2.9 7.2-5.5.03-.24.05-.25.1-.7.04-.48.1-.92.1-1.8q.02-.76 0-1.95c0-1.9 0-2.86-.54-3.46C8.32 5 7.44 5 5.7 5s-2.62 0-3.16.6C2 6.18 2 7.13 2 9.04c0 1.9 0 2.86.54 3.46.46.5 1.15.58 2.41.59.23 0 .42-.05.59.18s.12.43.04.72c-.4 1.53-2.46 4.1-3.58 5M14.59 19c5.54 0 6.68-2.9 7.2-5.5.03-.24.05-.25.09-.7.05-.48.1-.92.1-1.8.03-.5 0-1.16 0-1.95 0-1.9 0-2.86-.53-3.46C20.9 5 20.03 5 18.29 5s-2.62 0-3.16.6c-.54.59-.54 1.54-.54 3.45 0 1.9 0 2.86.54 3.46.46.5 1.15.58 2.41.59.23 0 .42-.05.59.18s.12.43.04.72c-.4 1.53-2.46 4.1-3.58 5"/></g>',
  'solar:text-bold-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M5 4.6A2.6 2.6 0 0 1 7.6 2H12a5 5 0 0 1 0 10H5zM5 12h9a5 5 0 0 1 0 10H7.06A2.06 2.06 0 0 1 5 19.94z"/></g>',
  'solar:text-italic-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M3 22h12M9 2h12M9 22l6-20"/>',
  'solar:text-underline-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M4 21h16M4 3v6a8 8 0 1 0 16 0V3"/></g>',
  'solar:undo-right-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="M20 7H9c-1.87 0-2.8 0-3.5.4a3 3 0 0 0-1.1 1.1C4 9.2 4 10.13 4 12s0 2.8.4 3.5a3 3 0 0 0 1.1 1.1c.7.4 1.63.4 3.5.4h7m1-7 3-3-3-3"/>',
} as const;
