import { escapeHtml } from '@handover/domain/text/escape-html.ts';
/** No scripts or external content; forms go to this server only. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const style = `
  html { color-scheme: light; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f4f6f8; color: #1c252e; font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
  main { box-sizing: border-box; width: min(480px, calc(100vw - 32px)); margin: 24px 16px; padding: 32px; border-radius: 16px; background: #fff; box-shadow: 0 12px 24px -4px rgba(145, 158, 171, .24); }
  h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
  p { margin: 0 0 16px; color: #454f5b; }
  p:last-child, form { margin-bottom: 0; }
  button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; background: #00796b; color: #fff; font: 600 15px system-ui, sans-serif; cursor: pointer; }
  button.quiet { border: 1px solid #788694; background: #fff; color: #1c252e; }
  button:focus-visible { outline: 2px solid #00695c; outline-offset: 2px; }
`;

type Shown = { readonly workspaceName: string; readonly isUnsubscribed: boolean; readonly path: string };

/** The page of an unsubscribe link. `path` is the link's path. */
export function unsubscribePage({ workspaceName, isUnsubscribed, path }: Shown): string {
  const name = escapeHtml(workspaceName);
  return isUnsubscribed
    ? createPage(
        'You are unsubscribed',
        `<p>You will not receive bulk email from ${name}. You will still receive messages sent only to you.</p>
${createForm(`${path}/undo`, 'Subscribe again', 'quiet')}`,
      )
    : createPage(
        `Unsubscribe from ${name}?`,
        `<p>You will stop receiving bulk email from ${name}. Messages sent only to you are not affected.</p>
${createForm(path, 'Unsubscribe', '')}`,
      );
}

/** For an incomplete or unknown link. */
export function createBrokenLinkPage(): string {
  return createPage(
    'This link does not work',
    '<p>The link is incomplete. Open it again from the email, or reply and ask to be removed.</p>',
  );
}

function createForm(action: string, label: string, look: string): string {
  return `<form method="post" action="${escapeHtml(action)}"><button type="submit" class="${look}">${label}</button></form>`;
}

function createPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>
${content}</main></body></html>`;
}
