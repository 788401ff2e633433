const style = `
  html { color-scheme: light; }
  body { margin: 0; padding: 12px; background: #fff; color: #1c252e; font: 14px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
  img { max-width: 100%; height: auto; }
  table { max-width: 100%; }
  blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 3px solid #dfe3e8; }
  pre { white-space: pre-wrap; }
`;

/** A page of its own around HTML that was made safe. */
export function toDocument(safeHtml: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>E-mail</title><style>${style}</style></head><body>${safeHtml}</body></html>`;
}

/** Nothing runs and nothing is fetched, but images when asked for; the page has no origin, and links open outside of it. */
export function viewPolicy({ withRemoteImages }: { withRemoteImages: boolean }): string {
  return [
    "default-src 'none'",
    `img-src data:${withRemoteImages ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
