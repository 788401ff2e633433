import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { aPost, aPostSummary } from '#test-setup/posts.ts';
import { errorResponse, stubApi } from '#test-setup/work.tsx';
import { SessionProvider } from '#shared/session/session-context.tsx';
import { PostList } from './post-list.tsx';
import { PostView } from './post-view.tsx';

/** Renders the page for a guest: without a session or a query client. */
function open(part: ReactElement): void {
  render(
    <SessionProvider>
      <MemoryRouter>{part}</MemoryRouter>
    </SessionProvider>,
  );
}

const list = (q = '', onClear = vi.fn()): ReactElement => <PostList q={q} onClear={onClear} />;
const createPage = (numbers: readonly number[], nextCursor: string | null = null) => ({
  posts: numbers.map((number) => aPostSummary(number)),
  total: 3,
  nextCursor,
});

describe('the public list', () => {
  it('shows posts with author, date and counts, and more on demand', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      'GET /blog/posts': ({ query }) => (query.has('cursor') ? createPage([3]) : createPage([1, 2], 'next')),
    });
    open(list());
    expect(await screen.findByRole('link', { name: 'Post 1' })).toHaveAttribute('href', '/blog/post-1');
    expect(screen.getAllByText('Avery Collins')).toHaveLength(2);
    expect((await screen.findAllByTitle('1,234 views'))[0]).toHaveTextContent('1.2K views');
    await user.click(screen.getByRole('button', { name: 'Show 1 more' }));
    expect(await screen.findByRole('link', { name: 'Post 3' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Post 1' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.at(-1)?.query.get('cursor')).toBe('next');
  });

  it('distinguishes an empty list, no match, and a failure', async () => {
    const user = userEvent.setup();
    const onClear = vi.fn();
    let isUp = false;
    stubApi({
      'GET /blog/posts': () =>
        isUp ? { posts: [], total: 0, nextCursor: null } : errorResponse(503, 'UNAVAILABLE'),
    });
    open(list());
    expect(await screen.findByRole('alert')).toHaveTextContent('The posts could not be loaded');
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No posts yet')).toBeVisible();
    open(list('leases', onClear));
    expect(await screen.findByText('No results for “leases”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all posts' }));
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('keeps the shown items when more cannot be loaded', async () => {
    const user = userEvent.setup();
    stubApi({
      'GET /blog/posts': ({ query }) =>
        query.has('cursor')
          ? errorResponse(503, 'UNAVAILABLE', { detail: 'Busy.' })
          : createPage([1, 2], 'next'),
    });
    open(list());
    await user.click(await screen.findByRole('button', { name: /^Show \d+ more$/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    expect(screen.getByRole('link', { name: 'Post 1' })).toBeVisible();
  });
});

describe('a post', () => {
  it('is shown with its text, and the view is counted', async () => {
    const calls = stubApi({
      'GET /blog/posts/{slug}': () => ({ post: aPost(1) }),
      'POST /blog/posts/{slug}/views': () => errorResponse(429, 'TOO_MANY_REQUESTS'),
      'GET /blog/posts/{slug}/comments': () => ({ comments: [], total: 0, nextCursor: null }),
    });
    open(<PostView slug="post-1" />);
    expect(await screen.findByText('What it says')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/blog/posts/post-1/views'));
    expect(screen.queryByRole('link', { name: 'Edit this post' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Favorite' })).toBeNull();
  });

  it('that does not exist shows a notice and links to the others', async () => {
    stubApi({ 'GET /blog/posts/{slug}': () => errorResponse(404, 'NOT_FOUND') });
    open(<PostView slug="gone" />);
    expect(await screen.findByText('This post is not available')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All posts' })).toHaveAttribute('href', '/blog');
  });
});
