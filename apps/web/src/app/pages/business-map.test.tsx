import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usStates } from '@handover/domain/us-states.ts';
import { aBusiness } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { tiles } from '#features/businesses/map/us-tiles.ts';
import BusinessList from './business-list.tsx';

const list = { 'GET /businesses': () => ({ businesses: [aBusiness(1)], total: 1, nextCursor: null }) };
const map = (regions: readonly object[]) => ({ ...list, 'GET /businesses/map': () => ({ regions }) });

it('has a square for each state, Washington DC, and Puerto Rico, none on top of another', () => {
  const territories = ['GU', 'VI', 'AS', 'MP'];
  const states = Object.keys(usStates).filter((code) => !territories.includes(code));
  expect(tiles.map(({ state }) => state)).toEqual(states.toSorted());
  expect(new Set(tiles.map(({ row, column }) => `${String(row)} ${String(column)}`)).size).toBe(tiles.length);
});

it('links each count to its list, with the filters of the page and without the map', async () => {
  const calls = stubApi(
    map([
      { region: 'NE', count: 12 },
      { region: 'TX', count: 1 },
      { region: 'Ontario', count: 2 },
      { region: null, count: 3 },
    ]),
  );
  await openWork(<BusinessList />, { address: '/?layout=map&type=dental&region=CA' });
  const states = await screen.findByRole('list', { name: 'Businesses by state' });
  expect(
    within(states)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['Nebraska: 12 businesses', '/?type=dental&region=NE'],
    ['Texas: 1 business', '/?type=dental&region=TX'],
  ]);
  const elsewhere = screen.getByRole('region', { name: 'Elsewhere' });
  expect(within(elsewhere).getByRole('link', { name: 'Ontario' })).toHaveAttribute(
    'href',
    '/?type=dental&region=Ontario',
  );
  expect(within(elsewhere).getByRole('link', { name: 'No state' })).toHaveAttribute(
    'href',
    '/?type=dental&region=none',
  );
  const asked = calls.filter(({ path }) => path === '/businesses/map').map(({ query }) => query.toString());
  expect(asked).toEqual(['type=dental']);
});

it('says when nothing matches, and offers to try again when it failed', async () => {
  stubApi(map([]));
  const { unmount } = await openWork(<BusinessList />, { address: '/?layout=map&type=dental' });
  expect(await screen.findByText('No businesses match')).toBeVisible();
  unmount();
  stubApi({ ...list, 'GET /businesses/map': () => errorResponse(500, 'INTERNAL') });
  await openWork(<BusinessList />, { address: '/?layout=map' });
  expect(await screen.findByText('The map could not be loaded')).toBeVisible();
});
