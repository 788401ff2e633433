import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aValuation } from '#test-setup/valuations.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import CompareValuations from './compare-valuations.tsx';

const findCellText = (name: string): string | undefined =>
  within(screen.getByRole('region', { name: 'Comparison of valuations' }))
    .getByRole('rowheader', { name })
    .closest('tr')
    ?.textContent?.replaceAll('\u00a0', ' ');

it('compares the two newest, with the change, and any other two that are chosen', async () => {
  stubApi({});
  const valuations = [
    aValuation(3, { askingPriceCents: 1_100_000_00 }),
    aValuation(2, { askingPriceCents: 1_000_000_00 }),
    aValuation(1, { askingPriceCents: null }),
  ];
  await openWork(<CompareValuations valuations={valuations} />);
  expect(findCellText('Asking price')).toBe('Asking price$1,000,000$1,100,000+$100,000 (+10.0%)');
  expect(findCellText('Recommended value')).toMatch(/No change$/);
  await userEvent.selectOptions(screen.getByLabelText('Earlier'), valuations[2]?.id ?? '');
  expect(findCellText('Asking price')).toBe('Asking price–$1,100,000–');
});

it('computes no change between two currencies', async () => {
  stubApi({});
  const valuations = [
    aValuation(2, { askingPriceCents: 2_00, currency: 'EUR' }),
    aValuation(1, { askingPriceCents: 1_00 }),
  ];
  await openWork(<CompareValuations valuations={valuations} />);
  expect(findCellText('Asking price')).toMatch(/€2–$/);
});

it('distinguishes valuations of the same day by their time', async () => {
  stubApi({});
  const valuations = [
    aValuation(2, { createdAt: '2026-11-20T21:30:00.000Z' }),
    aValuation(1, { createdAt: '2026-11-20T15:05:00.000Z' }),
  ];
  await openWork(<CompareValuations valuations={valuations} />);
  const names = within(screen.getByLabelText('Later'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(new Set(names).size).toBe(2);
});
