import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aComment, aPost } from '#test-setup/posts.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import Responses from './responses.tsx';

const createCommentResponses = (...comments: ReturnType<typeof aComment>[]) => ({
  'GET /blog/posts/{slug}/comments': () => ({ comments, total: comments.length, nextCursor: null }),
});
const post = aPost(1, { totalComments: 1, totalFavorites: 4 });

describe('a signed-in reader', () => {
  it('adds and removes a favorite, with the server’s count', async () => {
    const user = userEvent.setup();
    stubApi({
      ...createCommentResponses(),
      'POST /blog/posts/{slug}/favorite': () => ({ isFavorite: true, totalFavorites: 9 }),
      'DELETE /blog/posts/{slug}/favorite': () => ({ isFavorite: false, totalFavorites: 8 }),
    });
    await openWork(<Responses post={post} />);
    const button = screen.getByRole('button', { name: 'Favorite' });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByTitle('9 favorites')).toBeVisible();
    await user.click(button);
    expect(await screen.findByTitle('8 favorites')).toBeVisible();
  });

  it('comments; what fails keeps the text and is sent again under the same key', async () => {
    const user = userEvent.setup();
    let isUp = false;
    const calls = stubApi({
      ...createCommentResponses(aComment(7)),
      'POST /blog/posts/{slug}/comments': () =>
        isUp
          ? { comment: aComment(8, { body: 'Well said' }) }
          : errorResponse(503, 'UNAVAILABLE', { detail: 'Busy.' }),
    });
    await openWork(<Responses post={post} />);
    const field = await screen.findByRole('textbox', { name: 'Your comment' });
    const send = screen.getByRole('button', { name: 'Comment' });
    await user.click(send);
    expect(screen.getByText('Enter a comment')).toBeVisible();
    expect(field).toHaveFocus();
    await user.type(field, 'Well said');
    await user.click(send);
    expect(await screen.findByText('Busy.')).toBeVisible();
    expect(field).toHaveValue('Well said');
    isUp = true;
    await user.click(send);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
    expect(screen.getAllByRole('listitem').at(-2)).toHaveTextContent('Well said');
    expect(screen.getByRole('heading', { name: 'Comments (2)' })).toBeVisible();
    const [first, second] = calls.filter(({ method }) => method === 'POST');
    expect(second?.key).toBe(first?.key);
  });

  it('finds the comment that was typed when the session ended', async () => {
    const user = userEvent.setup();
    stubApi(createCommentResponses());
    const { unmount } = await openWork(<Responses post={post} />);
    await user.type(await screen.findByRole('textbox', { name: 'Your comment' }), 'Well said');
    unmount();
    await openWork(<Responses post={post} />);
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('Well said');
  });

  it('deletes a comment of their own once they have confirmed it', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      ...createCommentResponses(aComment(7, { abilities: { canDelete: true, canHide: false } })),
      'DELETE /blog/comments/{id}': () => undefined,
    });
    await openWork(<Responses post={post} />);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No comments yet.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  });

  it('hides a comment if the server allows it', async () => {
    const user = userEvent.setup();
    const abilities = { canDelete: false, canHide: true };
    const calls = stubApi({
      ...createCommentResponses(aComment(7, { abilities })),
      'PATCH /blog/comments/{id}': () => ({ comment: aComment(7, { abilities, isHidden: true }) }),
    });
    await openWork(<Responses post={post} />);
    await user.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Hidden from readers')).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ isHidden: true });
    expect(screen.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  });

  it('gets each further comment once, and hides a comment once, however often they click', async () => {
    const user = userEvent.setup();
    const abilities = { canDelete: false, canHide: true };
    const [page, hidden] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const calls = stubApi({
      'GET /blog/posts/{slug}/comments': ({ query }) =>
        query.has('cursor') ? page.promise : { comments: [aComment(7, { abilities })], nextCursor: 'more' },
      'PATCH /blog/comments/{id}': () => hidden.promise,
    });
    await openWork(<Responses post={aPost(1, { totalComments: 2 })} />);
    await user.dblClick(await screen.findByRole('button', { name: 'Show more comments' }));
    page.resolve({ comments: [aComment(8, { body: 'Older' })], nextCursor: null });
    expect(await screen.findAllByText('Older')).toHaveLength(1);
    await user.dblClick(screen.getByRole('button', { name: 'Hide' }));
    hidden.resolve({ comment: aComment(7, { abilities, isHidden: true }) });
    expect(await screen.findByRole('button', { name: 'Unhide' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
    expect(calls.filter(({ query }) => query.has('cursor'))).toHaveLength(1);
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it('shares by the link, and it is counted', async () => {
    const user = userEvent.setup();
    stubApi({ ...createCommentResponses(), 'POST /blog/posts/{slug}/shares': () => ({ totalShares: 12 }) });
    await openWork(<Responses post={post} />);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/blog/post-1');
    expect(await screen.findByTitle('12 shares')).toBeVisible();
    expect(within(screen.getByTitle('12 shares')).getByText('shares')).toBeInTheDocument();
  });
});
