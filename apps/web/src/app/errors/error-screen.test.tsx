import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
