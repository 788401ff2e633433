import { beforeEach, describe, expect, it } from 'vitest';
import { fetchEarly, type EarlyFiles } from './fetch-early.ts';

const table: EarlyFiles = {
  files: ['frame.js', 'frame.css', 'blog.js', 'users.js', 'work.js', 'guest.js'],
  pages: [
    { pattern: '^/blog/?$', isOpen: true, needs: [0, 1, 2] },
    { pattern: '^/admin/users/?$', isOpen: false, needs: [0, 1, 3] },
  ],
  work: [0, 1, 4],
  guest: [5],
};

function fetchedAt(path: string): (string | null)[][] {
  window.history.replaceState(null, '', path);
  fetchEarly(table);
  return [...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')]);
}

beforeEach(() => {
  document.head.replaceChildren();
  localStorage.clear();
});

describe('what is fetched with the page', () => {
  it('is, for a guest, what an open page needs and nothing of the signed-in area', () => {
    expect(fetchedAt('/blog')).toEqual([
      ['modulepreload', '/frame.js'],
      ['preload', '/frame.css'],
      ['modulepreload', '/blog.js'],
    ]);
  });

  it('is the sign-in page where a guest will be sent there', () => {
    expect(fetchedAt('/admin/users')).toEqual([['modulepreload', '/guest.js']]);
  });

  it('is page and working area, each file once, for who is signed in', () => {
    localStorage.setItem('authToken', 'token');
    expect(fetchedAt('/admin/users/').map(([, href]) => href)).toEqual([
      '/frame.js',
      '/frame.css',
      '/users.js',
      '/work.js',
    ]);
  });

  it('is nothing at an address that no page has', () => {
    expect(fetchedAt('/admin/userspace')).toEqual([]);
  });

  it('has no need of anything outside its own text, which stands in the page', () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the page runs the text in the same way
    new Function('table', `(${fetchEarly.toString()})(table)`)(table);
    expect(window.location.pathname).toBe('/admin/userspace');
  });
});
