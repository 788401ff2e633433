import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadMore } from './paged-panel.tsx';

const query = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: () => Promise.resolve(),
};

it('says how much is shown and how much the next page has, and loads it', async () => {
  const fetchNextPage = vi.fn(() => Promise.resolve());
  const data = { pages: [{}, {}] };
  render(<LoadMore query={{ ...query, data, fetchNextPage }} shown={50} total={1204} />);
  expect(screen.getByText('50 of 1,204')).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show 25 more' }));
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

it('shows when one is left', () => {
  render(<LoadMore query={query} shown={5} total={6} />);
  expect(screen.getByRole('button')).toHaveTextContent(/^Show 1 more$/);
});

it('names no figures without a total', () => {
  render(<LoadMore query={query} shown={25} total={null} />);
  expect(screen.getByRole('button')).toHaveTextContent(/^Show more$/);
});

it('says why the next page failed, and offers to retry', () => {
  const error = new Error('The server did not answer.');
  render(<LoadMore query={{ ...query, isFetchNextPageError: true, error }} shown={25} total={null} />);
  expect(screen.getByRole('alert')).toHaveTextContent(/\w/);
  expect(screen.getByRole('button', { name: 'Show more' })).toBeEnabled();
});

it('is not there once all is shown', () => {
  const { container } = render(<LoadMore query={{ ...query, hasNextPage: false }} shown={3} total={3} />);
  expect(container).toBeEmptyDOMElement();
});
