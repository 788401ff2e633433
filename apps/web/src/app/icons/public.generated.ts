// Made by `node tools/checks/icons.js --write`. Solar icons by 480 Design, CC BY 4.0.
export const publicIcons = {
  'solar:alt-arrow-down-linear':
    '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5" d="m19 9-7 6-7-6"/>',
  'solar:clipboard-text-bold-duotone':
    '<g fill="currentColor"><path d="M21 16v-6c0-2.83 0-4.24-.88-5.12C19.35 4.1 18.17 4 16 4H8c-2.18.01-3.35.1-4.12.88C3 5.76 3 7.17 3 10v6c0 2.83 0 4.24.88 5.12S6.18 22 9 22h6c2.83 0 4.24 0 5.12-.88S21 18.82 21 16" opacity=".5"/><path d="M12.5 17.25a.75.75 0 0 1 0 1.5H7a.75.75 0 0 1 0-1.5zM15 13.75a.75.75 0 0 1 0 1.5H7a.75.75 0 0 1 0-1.5zM14.5 2c.83 0 1.5.67 1.5 1.5v1c0 .83-.67 1.5-1.5 1.5h-5A1.5 1.5 0 0 1 8 4.5v-1C8 2.67 8.67 2 9.5 2z"/></g>',
  'solar:close-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M19 5 5 19M19 19 5 5"/></g>',
  'solar:compass-bold-duotone':
    '<g fill="currentColor"><path d="M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20" opacity=".5"/><path d="M13.02 14.56c.5-.2.74-.3.94-.46l.13-.14c.17-.2.27-.44.47-.94.92-2.3 1.39-3.46.94-4.12a2 2 0 0 0-.4-.4c-.66-.45-1.81.02-4.12.94-.5.2-.74.3-.94.46l-.14.14c-.16.2-.26.44-.46.94-.92 2.3-1.39 3.46-.94 4.12q.15.24.4.4c.66.45 1.81-.02 4.12-.94"/></g>',
  'solar:document-text-bold-duotone':
    '<g fill="currentColor"><path d="M3 10c0-3.77 0-5.66 1.17-6.83S7.23 2 11 2h2c3.77 0 5.66 0 6.83 1.17S21 6.23 21 10v4c0 3.77 0 5.66-1.17 6.83S16.77 22 13 22h-2c-3.77 0-5.66 0-6.83-1.17S3 17.77 3 14z" opacity=".5"/><path d="M13 15.25a.75.75 0 0 1 0 1.5H8a.75.75 0 0 1 0-1.5zM16 11.25a.75.75 0 0 1 0 1.5H8a.75.75 0 0 1 0-1.5zM16 7.25a.75.75 0 0 1 0 1.5H8a.75.75 0 0 1 0-1.5z"/></g>',
  'solar:hamburger-menu-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M20 7H4M20 12H4M20 17H4"/></g>',
  'solar:info-circle-bold':
    '<path fill="currentColor" fill-rule="evenodd" d="M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0m-10 5.75c.41 0 .75-.34.75-.75v-6a.75.75 0 0 0-1.5 0v6c0 .41.34.75.75.75M12 7a1 1 0 1 1 0 2 1 1 0 0 1 0-2" clip-rule="evenodd"/>',
  'solar:layers-bold-duotone':
    '<g fill="currentColor"><path d="M19.02 10.31c1.99.8 2.98 1.2 2.98 1.69 0 .5-1 .9-2.98 1.69l-.79.31.8.31C21 15.11 22 15.51 22 16c0 .5-1 .9-2.98 1.69l-2.8 1.12c-2 .8-2.99 1.19-4.22 1.19s-2.23-.4-4.21-1.2L4.98 17.7C2.99 16.89 2 16.49 2 16c0-.5 1-.9 2.98-1.69l.79-.31-.8-.31C3 12.89 2 12.49 2 12c0-.5 1-.9 2.98-1.69l.79-.31 2.02.8c1.98.8 2.98 1.2 4.21 1.2s2.23-.4 4.21-1.2l2.02-.8z" opacity=".5"/><path d="M19.02 10.31c1.99.8 2.98 1.2 2.98 1.69 0 .5-1 .9-2.98 1.69l-2.8 1.12c-2 .8-2.99 1.19-4.22 1.19s-2.23-.4-4.21-1.2L4.98 13.7C2.99 12.89 2 12.49 2 12c0-.5 1-.9 2.98-1.69l.79-.31 2.02.8c1.98.8 2.98 1.2 4.21 1.2s2.23-.4 4.21-1.2l2.02-.8z" opacity=".5"/><path d="M12 4c1.23 0 2.23.4 4.21 1.2l2.81 1.11C21.01 7.11 22 7.51 22 8c0 .5-1 .9-2.98 1.69l-2.8 1.12c-2 .8-2.99 1.19-4.22 1.19s-2.23-.4-4.21-1.2L4.98 9.7C2.99 8.89 2 8.49 2 8c0-.5 1-.9 2.98-1.69l2.8-1.12C9.79 4.4 10.78 4 12 4"/></g>',
  'solar:lock-keyhole-minimalistic-bold-duotone':
    '<g fill="currentColor"><path d="M2 16c0-2.83 0-4.24.88-5.12S5.18 10 8 10h8c2.83 0 4.24 0 5.12.88S22 13.18 22 16s0 4.24-.88 5.12-2.3.88-5.12.88H8c-2.83 0-4.24 0-5.12-.88S2 18.82 2 16" opacity=".5"/><path d="M12 13.25c.41 0 .75.34.75.75v4a.75.75 0 0 1-1.5 0v-4c0-.41.34-.75.75-.75M12 1.25A6.75 6.75 0 0 1 18.75 8v2.05q-.65-.04-1.5-.05V8a5.25 5.25 0 1 0-10.5 0v2q-.85 0-1.5.05V8A6.75 6.75 0 0 1 12 1.25"/></g>',
  'solar:logout-2-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><path d="M9 7c.01-2.18.11-3.35.88-4.12C10.76 2 12.18 2 15 2h1c2.83 0 4.24 0 5.12.88S22 5.18 22 8v8c0 2.83 0 4.24-.88 5.12S18.82 22 16 22h-1c-2.83 0-4.24 0-5.12-.88C9.1 20.35 9 19.17 9 17"/><path stroke-linejoin="round" d="M15 12H2m3.5 3L2 12l3.5-3"/></g>',
  'solar:magic-stick-3-bold-duotone':
    '<path fill="currentColor" d="M3.85 3.85a2.9 2.9 0 0 0 0 4.07l1.58 1.59c.01-.01.56.5.57.49l4-4c.01-.01-.5-.56-.49-.57L7.92 3.85a2.9 2.9 0 0 0-4.07 0M5.13 15.3a.48.48 0 0 1 .9 0l.16.4a.5.5 0 0 0 .27.27l.4.16a.49.49 0 0 1 0 .9l-.4.16a.5.5 0 0 0-.27.27l-.16.4a.48.48 0 0 1-.9 0l-.15-.4a.5.5 0 0 0-.28-.27l-.4-.16a.49.49 0 0 1 0-.9l.4-.16a.5.5 0 0 0 .28-.27z" opacity=".5"/><path fill="currentColor" d="M19.97 9.13a.48.48 0 0 1 .9 0l.15.4q.08.19.28.27l.4.16a.49.49 0 0 1 0 .9l-.4.16a.5.5 0 0 0-.28.27l-.15.4a.48.48 0 0 1-.9 0l-.16-.4a.5.5 0 0 0-.27-.27l-.4-.16a.49.49 0 0 1 0-.9l.4-.16a.5.5 0 0 0 .27-.27z" opacity=".2"/><path fill="currentColor" d="M16.1 2.3a.48.48 0 0 1 .9 0l.43 1.1a.5.5 0 0 0 .27.28l1.1.43a.49.49 0 0 1 0 .9l-1.1.43a.5.5 0 0 0-.27.28L17 6.8a.48.48 0 0 1-.9 0l-.43-1.1a.5.5 0 0 0-.27-.27l-1.1-.43a.49.49 0 0 1 0-.9l1.1-.44a.5.5 0 0 0 .27-.27z" opacity=".7"/><path fill="currentColor" d="M10.57 6.49c-.01.01-.56-.5-.57-.49l-4 4c-.01.01.5.56.49.57l9.59 9.58a2.88 2.88 0 1 0 4.08-4.07z"/>',
  'solar:notebook-bold-duotone':
    '<g fill="currentColor"><path d="M3 8c0-2.83 0-4.24.88-5.12S6.18 2 9 2h6c2.83 0 4.24 0 5.12.88S21 5.18 21 8v8c0 2.83 0 4.24-.88 5.12S17.82 22 15 22H9c-2.83 0-4.24 0-5.12-.88S3 18.82 3 16z" opacity=".5"/><path d="M8.75 22.01h-1.5v-20h1.5zM4 15.25a.75.75 0 0 1 0 1.5H2a.75.75 0 0 1 0-1.5zM4 11.25a.75.75 0 0 1 0 1.5H2a.75.75 0 0 1 0-1.5zM16.5 9.25a.75.75 0 0 1 0 1.5h-5a.75.75 0 0 1 0-1.5zM4 7.25a.75.75 0 1 1 0 1.5H2a.75.75 0 0 1 0-1.5zM16.5 5.75a.75.75 0 0 1 0 1.5h-5a.75.75 0 0 1 0-1.5z"/></g>',
  'solar:question-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="12" r="10"/><path d="M10.13 8.88a1.88 1.88 0 1 1 2.82 1.61c-.47.28-.95.7-.95 1.26V13"/><path stroke-linejoin="round" d="M12 16z"/></g>',
  'solar:shield-check-bold-duotone':
    '<g fill="currentColor"><path d="M3.38 5.08C3 5.62 3 7.22 3 10.42v1.57c0 5.64 4.24 8.38 6.9 9.54.72.31 1.08.47 2.1.47s1.38-.16 2.1-.47c2.66-1.16 6.9-3.9 6.9-9.54v-1.57c0-3.2 0-4.8-.38-5.34-.37-.54-1.88-1.05-4.88-2.08l-.58-.2C13.6 2.27 12.81 2 12 2s-1.6.27-3.16.8l-.58.2c-3 1.03-4.5 1.54-4.88 2.08" opacity=".5"/><path d="M15.06 10.5a.75.75 0 0 0-1.12-1l-3.01 3.37-.87-.97a.75.75 0 0 0-1.12 1l1.43 1.6a.75.75 0 0 0 1.12 0z"/></g>',
  'solar:sort-vertical-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.5"><path d="M16 18V6m-4 4.13L16 6l4 4.13M8 6v12m-4-4.12L8 18l4-4.12"/></g>',
  'solar:user-circle-linear':
    '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5"><circle cx="12" cy="9" r="3"/><circle cx="12" cy="12" r="10"/><path d="M17.97 20c-.16-2.9-1.05-5-5.97-5s-5.81 2.1-5.97 5"/></g>',
} as const;
