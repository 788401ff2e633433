import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takePreloadedResponse } from '#shared/api/client.ts';
import { preloadData, type Preloads } from './preload-data.ts';

const table: Preloads = {
  files: ['frame.js', 'frame.css', 'blog.js', 'users.js', 'work.js', 'guest.js', 'start.css'],
  pages: [
    { pattern: '^/blog/?$', isOpen: true, needs: [0, 1, 2], calls: ['/api/blog/posts?limit=13'] },
    { pattern: '^/admin/users/?$', isOpen: false, needs: [0, 1, 3], calls: ['/api/users?limit=25'] },
    { pattern: '^/admin/users/view/([^/]+)/?$', isOpen: false, needs: [3], calls: ['/api/users/$1'] },
  ],
  inlined: [6],
  work: [0, 1, 4],
  guest: [5],
  calls: { everybody: ['/api/installation'], signedIn: ['/api/auth/profile'] },
};

const fetchMock = vi.fn<typeof fetch>();

function listFetched(path: string): (string | null)[][] {
  window.history.replaceState(null, '', path);
  preloadData(table);
  return [...document.head.querySelectorAll<HTMLLinkElement>('link:not([rel=stylesheet])')].map((link) => [
    link.rel,
    link.getAttribute('href'),
  ]);
}

beforeEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset().mockImplementation(async () => new Response('{}'));
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});

describe('what is fetched with the page', () => {
  it('for a guest, includes only what public pages need', () => {
    expect(listFetched('/blog')).toEqual([
      ['modulepreload', '/frame.js'],
      ['preload', '/frame.css'],
      ['modulepreload', '/blog.js'],
    ]);
  });

  it('is the sign-in page where a guest will be sent there', () => {
    expect(listFetched('/admin/users')).toEqual([['modulepreload', '/guest.js']]);
  });

  it('contains page and working area, each file once, for a signed-in user', () => {
    localStorage.setItem('authToken', 'token');
    expect(listFetched('/admin/users/').map(([, href]) => href)).toEqual([
      '/frame.js',
      '/frame.css',
      '/users.js',
      '/work.js',
    ]);
  });

  it('is not a sheet that is in the page, which is named and disabled', () => {
    listFetched('/blog');
    const sheets = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    expect(sheets.map((sheet) => [sheet.getAttribute('href'), sheet.disabled])).toEqual([
      ['/start.css', true],
    ]);
  });

  it('is nothing at an address that no page has', () => {
    expect(listFetched('/admin/userspace')).toEqual([]);
  });

  it('needs nothing outside its own text, which is in the page', () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the page runs the text in the same way
    new Function('table', `(${preloadData.toString()})(table)`)(table);
    expect(window.location.pathname).toBe('/admin/userspace');
  });
});

describe('what is asked with the page', () => {
  const guest = { token: null, workspaceId: null };
  const staff = { token: 'token', workspaceId: 'w1' };
  const requestedUrls = (): unknown[] => fetchMock.mock.calls.map(([address]) => address);

  function signIn(): void {
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('workspaceId', 'w1');
  }

  it('is the brokerage, and for a signed-in user their own profile', () => {
    listFetched('/admin/users');
    expect(requestedUrls()).toEqual(['/api/installation']);
    fetchMock.mockClear();
    signIn();
    listFetched('/nowhere');
    expect(requestedUrls()).toEqual(['/api/installation', '/api/auth/profile']);
    const headers = new Headers(fetchMock.mock.lastCall?.[1]?.headers);
    expect(headers.get('authorization')).toBe('Bearer token');
    expect(headers.get('x-workspace')).toBe('w1');
  });

  it('is what the page shows first, unless its URL requests something else', () => {
    listFetched('/blog');
    expect(requestedUrls()).toEqual(['/api/installation', '/api/blog/posts?limit=13']);
    signIn();
    fetchMock.mockClear();
    listFetched('/admin/users/view/a1-b2');
    expect(requestedUrls()).toEqual(['/api/installation', '/api/auth/profile', '/api/users/a1-b2']);
    fetchMock.mockClear();
    listFetched('/admin/users?q=lee');
    expect(requestedUrls()).toEqual(['/api/installation', '/api/auth/profile']);
  });

  it('is used once, and only by the caller that it was requested for', async () => {
    signIn();
    listFetched('/admin/users');
    expect((await takePreloadedResponse('/api/auth/profile', staff))?.ok).toBe(true);
    expect(takePreloadedResponse('/api/auth/profile', staff)).toBeUndefined();
    expect(takePreloadedResponse('/api/installation', { ...staff, workspaceId: 'w2' })).toBeUndefined();
    listFetched('/blog');
    expect(takePreloadedResponse('/api/installation', guest)).toBeUndefined();
    expect(takePreloadedResponse('/api/users', staff)).toBeUndefined();
  });

  it('is requested again by a late caller', () => {
    signIn();
    listFetched('/admin/users');
    vi.mocked(performance.now).mockReturnValue(10_001);
    expect(takePreloadedResponse('/api/auth/profile', staff)).toBeUndefined();
  });

  it('is nothing for a link into another workspace', () => {
    signIn();
    listFetched('/admin/users?w=w2');
    expect(fetchMock).not.toHaveBeenCalled();
    delete window.earlyAnswers;
  });
});
