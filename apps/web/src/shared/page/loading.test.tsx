import { render, screen } from '@testing-library/react';
import { Suspense, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { optionalPart } from './loading.ts';

it('keeps the page usable if a chunk fails to load', async () => {
  const Lost = optionalPart<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const Found = optionalPart(() => Promise.resolve({ default: (): ReactElement => <p>A card</p> }));
  render(
    <Suspense>
      <Lost />
      <Found />
      <p>The page</p>
    </Suspense>,
  );
  expect(await screen.findByText('The page')).toBeVisible();
  expect(screen.getByText('A card')).toBeVisible();
});
