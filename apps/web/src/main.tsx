import '@handover/ui-lite/tokens/tokens.generated.css';
import '@handover/ui-lite/styles/fonts.css';
import '@handover/ui-lite/styles/base.css';
import { deferIcons } from '@handover/ui-lite/icon/registry.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { preloadPage } from './app/routes/routes.tsx';
import { adoptLinkedWorkspace, readToken } from './shared/api/stored-session.ts';
import { loadInstallation } from './shared/installation/installation.ts';
import { openSession, SessionProvider } from './shared/session/session-context.tsx';
import { startShortcuts } from './shared/shortcuts/shortcuts.ts';

deferIcons(async () => (await import('./app/icons/work.generated.ts')).workIcons);
adoptLinkedWorkspace();
startShortcuts();
const session = openSession();
const hasColors =
  document.documentElement.dataset['theme'] && import('@handover/ui-lite/tokens/dark.generated.css');
const isReady = Promise.all([session.check(), preloadPage(window.location.pathname, readToken() !== null)]);
void loadInstallation();
// Every new path starts at the top, so the browser must not restore a scroll position.
window.history.scrollRestoration = 'manual';

if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);

/** After this time, the page renders what it can and shows what is still loading. */
const maxBlankMs = 1000;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Waits until everything for the first render is loaded, so that the page does not build up piece by piece.
await hasColors;
await Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, maxBlankMs))]);
const app = (
  <StrictMode>
    <SessionProvider store={session}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </SessionProvider>
  </StrictMode>
);
// As a transition, so that the first render does not block the visitor's input.
startTransition(() => createRoot(root).render(app));
