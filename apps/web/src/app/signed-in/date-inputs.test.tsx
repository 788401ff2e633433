import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.resetModules());

/** Opens a date field on a device with a mouse or on a phone. */
async function openDate(pointer: 'fine' | 'coarse'): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(pointer: ${pointer})`,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const [{ SignedInLayout: WorkingArea }, { LabeledInput }, { openWork, stubApi }] = await Promise.all([
    import('./signed-in-layout.tsx'),
    import('@handover/ui/forms/labeled-input.tsx'),
    import('#test-setup/work.tsx'),
  ]);
  stubApi({});
  await openWork(
    <WorkingArea>
      <LabeledInput label="Due" type="date" defaultValue="2030-11-27" />
    </WorkingArea>,
  );
}

it('a mouse gets the product’s own date field', async () => {
  await openDate('fine');
  expect(await screen.findByDisplayValue('Wed, Nov 27, 2030')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose a date' })).toBeVisible();
});

it('a phone keeps its own picker', async () => {
  await openDate('coarse');
  expect(await screen.findByLabelText('Due')).toHaveAttribute('type', 'date');
  expect(screen.queryByRole('button', { name: 'Choose a date' })).toBeNull();
});
