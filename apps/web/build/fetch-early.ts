import type { EarlyAnswers } from '../src/shared/api/early-answers.ts';

/** Which files the pages of an address need beyond the entry: `files` by name, and for each pattern their places in it. */
export interface EarlyFiles {
  files: string[];
  /** `calls` are what a page asks of the API when its address has no query, `$1` for what the pattern takes in. */
  pages: { pattern: string; isOpen: boolean; needs: number[]; calls: string[] }[];
  /** What everybody who is signed in needs, whatever the page. */
  work: number[];
  /** What stands in place of a page for who is not signed in. */
  guest: number[];
  /** What is asked of the API whatever the page: by everybody, and by who is signed in. */
  calls: { everybody: string[]; signedIn: string[] };
}

/**
 * Has the browser fetch what the address will need, and ask what will be asked first, while the first script
 * is still on its way. Its text stands in index.html: it may use nothing from outside itself.
 */
export function fetchEarly({ files, pages, work, guest, calls }: EarlyFiles): void {
  const { pathname, search } = window.location;
  const token = localStorage.getItem('authToken');
  const workspaceId = sessionStorage.getItem('workspaceId') ?? localStorage.getItem('workspaceId');
  const isSignedIn = token !== null;
  const page = pages.find(({ pattern }) => new RegExp(pattern).test(pathname));
  const isShown = page !== undefined && (isSignedIn || page.isOpen);
  const needs = isShown ? page.needs : page && guest;
  for (const file of new Set([...(needs ?? []), ...(page && isSignedIn ? work : [])])) {
    const link = document.createElement('link');
    const address = `/${files[file] ?? ''}`;
    link.rel = address.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = address;
    document.head.append(link);
  }
  const first = isShown && search === '' ? page.calls : [];
  // A shared link leads into its own workspace.
  if (!new URLSearchParams(search).has('w'))
    askEarly([
      ...calls.everybody,
      ...(isSignedIn ? calls.signedIn : []),
      ...first.map((call) => pathname.replace(new RegExp(page?.pattern ?? ''), call)),
    ]);

  function askEarly(addresses: string[]): void {
    const answers: EarlyAnswers['answers'] = {};
    const headers = new Headers({ Accept: 'application/json' });
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    if (workspaceId !== null) headers.set('X-Workspace', workspaceId);
    for (const address of addresses) {
      const answer = fetch(address, { headers, signal: AbortSignal.timeout(10_000) });
      // Who takes the answer hears of it.
      answer.catch(() => undefined);
      answers[address] = answer;
    }
    window.earlyAnswers = { token, workspaceId, answers };
  }
}
