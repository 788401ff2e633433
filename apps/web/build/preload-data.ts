import type { PreloadedResponses } from '#shared/api/client.ts';

/** The files that the pages need beyond the entry: `files` lists their names, and each pattern has indexes into it. */
export interface Preloads {
  files: string[];
  /** Inlined style sheets. */
  inlined: number[];
  /** `calls` are a page's API calls when its URL has no query; `$1` is the first group of the pattern's match. */
  pages: { pattern: string; isOpen: boolean; needs: number[]; calls: string[] }[];
  /** Files of every signed-in page. */
  work: number[];
  /** Files of the page that guests see instead. */
  guest: number[];
  /** Calls of every page: for everyone, and for signed-in users. */
  calls: { everybody: string[]; signedIn: string[] };
}

/**
 * Makes the browser fetch the files and make the first API calls of the current address while the first script is
 * loading. It is inlined in index.html, so it cannot import anything.
 */
export function preloadData({ files, inlined, pages, work, guest, calls }: Preloads): void {
  const { pathname, search } = window.location;
  const token = localStorage.getItem('authToken');
  const workspaceId = sessionStorage.getItem('workspaceId') ?? localStorage.getItem('workspaceId');
  const isSignedIn = token !== null;
  const page = pages.find(({ pattern }) => new RegExp(pattern).test(pathname));
  const isShown = page !== undefined && (isSignedIn || page.isOpen);
  const needs = isShown ? page.needs : page && guest;
  // A disabled link to an inlined sheet keeps its lazy parts from fetching it.
  for (const file of inlined) link(file, { rel: 'stylesheet', disabled: true });
  for (const file of new Set([...(needs ?? []), ...(page && isSignedIn ? work : [])])) {
    const isSheet = files[file]?.endsWith('.css') === true;
    link(file, isSheet ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
  }
  const first = isShown && search === '' ? page.calls : [];
  // A shared link opens its own workspace.
  if (!new URLSearchParams(search).has('w'))
    askEarly([
      ...calls.everybody,
      ...(isSignedIn ? calls.signedIn : []),
      ...first.map((call) => pathname.replace(new RegExp(page?.pattern ?? ''), call)),
    ]);

  function link(file: number, how: Partial<Pick<HTMLLinkElement, 'rel' | 'as' | 'disabled'>>): void {
    const place = { crossOrigin: '', href: `/${files[file] ?? ''}` };
    document.head.append(Object.assign(document.createElement('link'), place, how));
  }

  function askEarly(addresses: string[]): void {
    const answers: PreloadedResponses['answers'] = {};
    const headers = new Headers({ Accept: 'application/json' });
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    if (workspaceId !== null) headers.set('X-Workspace', workspaceId);
    for (const address of addresses) {
      const answer = fetch(address, { headers, signal: AbortSignal.timeout(10_000) });
      // The consumer of the response handles its error.
      answer.catch(() => undefined);
      answers[address] = answer;
    }
    window.earlyAnswers = { token, workspaceId, answers };
  }
}
