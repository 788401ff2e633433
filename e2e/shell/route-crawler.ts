import type { Browser } from '@playwright/test';
import { publicIcons } from '../../apps/web/src/app/icons/public.generated.ts';
import { workIcons } from '../../apps/web/src/app/icons/work.generated.ts';
import { watchErrors, type Page } from '../support/test.ts';

/** The visible state of the screen, in terms of the expected table. */
export interface Sight {
  /** Path, query and hash. */
  readonly address: string;
  /** The document's title. */
  readonly tab: string;
  /** Every h1. */
  readonly headings: readonly string[];
  readonly description: string | null;
  /** The name of the icon next to the title. */
  readonly icon: string | null;
  readonly content: 'page' | 'prompt' | 'nothing here' | 'no access' | 'failed' | 'waiting';
  /** The paths that the app navigated to since the last visit: one for a redirect, more for a loop. */
  readonly ledTo: readonly string[];
  readonly scrollY: number;
}

declare global {
  interface Window {
    ledTo: string[];
    look: () => Sight;
    drawingNames: Record<string, string>;
  }
}

/** A page of a separate browser, signed in by the token if there is one; every page in it is tall enough to scroll. */
export async function openPage(
  browser: Browser,
  { token, workspaceId, errors }: { token: string | null; workspaceId?: string | null; errors: string[] },
): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(prepare, {
    token,
    workspaceId: workspaceId ?? null,
    drawings: { ...publicIcons, ...workIcons },
  });
  const page = await context.newPage();
  watchErrors(page, errors);
  return page;
}

/**
 * Scrolls to `from`, then goes to a URL as a link does, or `back`, without reloading the app. Returns the visible state
 * once it is as expected, or after the usual expectation timeout.
 */
export function goTo(
  page: Page,
  { to, from, expected }: { to: string; from: number; expected: Partial<Sight> },
): Promise<Sight> {
  return page.evaluate(
    async ({ to, from, expected }) => {
      window.scrollTo(0, from);
      window.ledTo = [];
      if (to === 'back') window.history.back();
      else {
        History.prototype.pushState.call(window.history, null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }
      const isAsExpected = (seen: Sight): boolean =>
        JSON.stringify({ ...seen, ...expected }) === JSON.stringify(seen);
      const deadline = Date.now() + 20_000;
      // A later redirect or scroll must be detected too, so the state has to stay as expected for several frames.
      let calmFrames = 0;
      let seen: Sight;
      do {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        seen = window.look();
        calmFrames = isAsExpected(seen) ? calmFrames + 1 : 0;
      } while (calmFrames < 8 && Date.now() < deadline);
      return seen;
    },
    { to, from, expected },
  );
}

/** Signs in in another tab, or out if null. */
export async function setSessionToken(page: Page, token: string | null): Promise<void> {
  await page.evaluate((stored) => {
    if (stored === null) localStorage.removeItem('authToken');
    else localStorage.setItem('authToken', stored);
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: stored }));
  }, token);
}

function prepare({
  token,
  workspaceId,
  drawings,
}: {
  token: string | null;
  workspaceId: string | null;
  drawings: Record<string, string>;
}): void {
  if (token !== null) localStorage.setItem('authToken', token);
  if (workspaceId !== null) localStorage.setItem('workspaceId', workspaceId);

  window.ledTo = [];
  for (const step of ['pushState', 'replaceState'] as const) {
    window.history[step] = (...change) => {
      const before = window.location.pathname;
      History.prototype[step].apply(window.history, change);
      if (window.location.pathname !== before) window.ledTo.push(window.location.pathname);
    };
  }

  window.drawingNames = {};
  document.addEventListener('DOMContentLoaded', () => {
    document.body.style.minHeight = '4000px';
    // Disables scroll anchoring, so that content loaded above does not move the position.
    document.body.style.overflowAnchor = 'none';
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    for (const [name, drawing] of Object.entries(drawings)) {
      svg.innerHTML = drawing;
      window.drawingNames[svg.innerHTML] = name;
    }
  });

  window.look = () => {
    const main = document.querySelector('main');
    const head = document.querySelector('header h1');
    const drawing = head?.parentElement?.previousElementSibling?.querySelector('svg');
    const { pathname, search, hash } = window.location;
    return {
      address: pathname + search + hash,
      tab: document.title,
      headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent),
      description: head?.nextElementSibling?.textContent ?? null,
      icon: drawing ? (window.drawingNames[drawing.innerHTML] ?? 'another drawing') : null,
      content: readContent(main),
      ledTo: window.ledTo,
      scrollY: window.scrollY,
    };
  };

  function readContent(main: HTMLElement | null): Sight['content'] {
    const text = main?.textContent ?? '';
    if (text === '' || main?.querySelector(':scope > [role="status"]')) return 'waiting';
    if (/Unexpected Application Error!|Unknown Error/.test(text)) return 'failed';
    if (text.includes('No access')) return 'no access';
    if (text.includes('Sign in to view this page')) return 'prompt';
    return /Page not found.*The link may be old or mistyped\.$/.test(text) ? 'nothing here' : 'page';
  }
}
