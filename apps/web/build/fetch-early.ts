/** Which files the pages of an address need beyond the entry: `files` by name, and for each pattern their places in it. */
export interface EarlyFiles {
  files: string[];
  pages: { pattern: string; isOpen: boolean; needs: number[] }[];
  /** What everybody who is signed in needs, whatever the page. */
  work: number[];
  /** What stands in place of a page for who is not signed in. */
  guest: number[];
}

/**
 * Has the browser fetch what the address will need while the first script is still on its way. Its text
 * stands in index.html: it may use nothing from outside itself.
 */
export function fetchEarly({ files, pages, work, guest }: EarlyFiles): void {
  const { pathname } = window.location;
  const isSignedIn = localStorage.getItem('authToken') !== null;
  const page = pages.find(({ pattern }) => new RegExp(pattern).test(pathname));
  if (page === undefined) return;
  const pageNeeds = isSignedIn || page.isOpen ? page.needs : guest;
  for (const file of new Set([...pageNeeds, ...(isSignedIn ? work : [])])) {
    const link = document.createElement('link');
    const address = `/${files[file] ?? ''}`;
    link.rel = address.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = address;
    document.head.append(link);
  }
}
