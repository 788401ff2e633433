import { render, screen } from '@testing-library/react';
import { Suspense, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPage } from './lazy-page.tsx';

const load = () => Promise.resolve({ default: (): ReactElement => <p>The page</p> });

function show({ Page }: ReturnType<typeof lazyPage>): void {
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Page />
    </Suspense>,
  );
}

it('is drawn at once when it was fetched before', async () => {
  const page = lazyPage(load);
  await page.preload();
  show(page);
  expect(screen.getByText('The page')).toBeVisible();
});

it('is fetched when it is drawn first', async () => {
  show(lazyPage(load));
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByText('The page')).toBeVisible();
});

it('is fetched again after a failed try, and once otherwise', async () => {
  const tries = vi.fn(load).mockRejectedValueOnce(new Error('offline'));
  const page = lazyPage(tries);
  await page.preload();
  await page.preload();
  await page.preload();
  expect(tries).toHaveBeenCalledTimes(2);
});
