import '@handover/ui-lite/tokens/tokens.generated.css';
import '@handover/ui-lite/styles/fonts.css';
import '@handover/ui-lite/styles/base.css';
import { deferIcons } from '@handover/ui-lite/icon/registry.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { preloadWorkAt } from './app/routes/pages.tsx';
import { adoptLinkedWorkspace, readToken } from './shared/api/stored-session.ts';
import { loadInstallation } from './shared/installation/installation.ts';
import { SessionProvider } from './shared/session/session-context.tsx';
import { startShortcuts } from './shared/shortcuts/shortcuts.ts';

deferIcons(async () => (await import('./app/icons/work.generated.ts')).workIcons);
adoptLinkedWorkspace();
startShortcuts();
if (readToken() !== null) preloadWorkAt(window.location.pathname);
void loadInstallation();
// Every new path starts at the top; the browser must not put an old position back.
window.history.scrollRestoration = 'manual';

if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </SessionProvider>
  </StrictMode>,
);
