import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import NotFound from './not-found.tsx';

it('shows the logo, the likely problem, and a link home', () => {
  render(
    <MemoryRouter>
      <NotFound />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.getByText('The link may be old or mistyped.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to home page' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('banner').querySelector('img, svg')).not.toBeNull();
});
