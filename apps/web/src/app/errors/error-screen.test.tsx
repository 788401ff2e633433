import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { ErrorScreen } from './error-screen.tsx';

it('shows status, status text and message of a route error', () => {
  render(
    <ErrorScreen
      error={{
        status: 503,
        statusText: 'Service Unavailable',
        internal: false,
        data: { message: 'Back at noon' },
      }}
    />,
  );
  expect(screen.getByRole('heading')).toHaveTextContent('503: Service Unavailable');
  expect(screen.getByText('Back at noon')).toBeVisible();
});

it('shows an answered call in the same way', () => {
  render(
    <ErrorScreen
      error={new ApiError({ status: 404, code: 'NOT_FOUND', detail: 'There is no such customer.' })}
    />,
  );
  expect(screen.getByRole('heading')).toHaveTextContent('404: NOT_FOUND');
  expect(screen.getByText('There is no such customer.')).toBeVisible();
});

it('shows name, message and stack of a thrown error', () => {
  const error = new RangeError('Out of bounds');
  error.stack = 'RangeError: Out of bounds\n    at somewhere';
  render(<ErrorScreen error={error} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByText('RangeError: Out of bounds')).toBeVisible();
  expect(screen.getByText(/at somewhere/)).toBeVisible();
});

it.each(['text', null, undefined, 7, { status: 500 }])('calls %j an unknown error', (error) => {
  render(<ErrorScreen error={error} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Unknown Error');
});

describe('code that could not be loaded', () => {
  const error = new Error('Unable to preload CSS for /assets/page.css');
  const health = (ok: boolean) => vi.stubGlobal('fetch', vi.fn().mockResolvedValue({ ok }));
  const online = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);

  it('says that the page needs a connection, and opens it once there is one', async () => {
    health(true);
    online(false);
    const reload = vi.fn();
    render(<ErrorScreen error={error} reload={reload} />);
    expect(screen.getByRole('heading')).toHaveTextContent('You are offline');
    expect(reload).not.toHaveBeenCalled();
    online(true);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('reloads once after an update, and not again within a minute', async () => {
    health(true);
    online(true);
    const reload = vi.fn();
    const { unmount } = render(<ErrorScreen error={error} reload={reload} />);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    unmount();
    render(<ErrorScreen error={error} reload={reload} />);
    expect(screen.getByRole('heading')).toHaveTextContent('This page could not be loaded');
    expect(reload).toHaveBeenCalledOnce();
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('does not reload while the server is down', async () => {
    health(false);
    online(true);
    const reload = vi.fn();
    render(<ErrorScreen error={error} reload={reload} />);
    await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    expect(sessionStorage.getItem('handover.reloaded-at')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});
