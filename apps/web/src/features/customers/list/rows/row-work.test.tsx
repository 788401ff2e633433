import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { CustomerList } from '../customer-list.tsx';

interface Work {
  /** Whose rows were drawn. */
  rows: string[];
  cells: number;
  bars: number;
  filters: number;
}

const drawn = vi.hoisted<Work>(() => ({ rows: [], cells: 0, bars: 0, filters: 0 }));

// A row draws one avatar, the bar of the selection one count, and the filters one search.
vi.mock('@handover/ui-lite/parts/avatar.tsx', () => ({
  Avatar: ({ name }: { name: string }) => {
    drawn.rows.push(name);
    return null;
  },
}));
vi.mock('./cells.tsx', async (load) => ({
  ...(await load<object>()),
  cellOf: () => {
    drawn.cells += 1;
    return null;
  },
}));
vi.mock('../selection/selection-bar.tsx', () => ({
  SelectionBar: () => {
    drawn.bars += 1;
    return null;
  },
}));
vi.mock('#shared/lists/search-box.tsx', () => ({
  SearchBox: ({ onSearch }: { onSearch: (text: string) => void }) => {
    drawn.filters += 1;
    return (
      <button type="button" onClick={() => onSearch('few')}>
        Search
      </button>
    );
  },
}));

const users = Array.from({ length: 8 }, (_, index) => aCustomer(index + 1));

let stop: () => void;
beforeEach(async () => {
  stop = startShortcuts();
  stubApi(
    {
      // The answer to a search stays on its way.
      'GET /users': ({ query }) =>
        query.has('q') ? new Promise(() => undefined) : { users, total: 100_000, nextCursor: null },
      'GET /saved-views': () => ({ savedViews: [] }),
      'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
    },
    aProfile({ role: 'ADMIN' }),
  );
  await openWork(<CustomerList />);
  await screen.findByText('Customer 8');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const row = (number: number): HTMLElement | null =>
  screen.getByText(`Customer ${String(number)}`).closest('tr');

async function workOf(act: () => Promise<void>): Promise<Work> {
  Object.assign(drawn, { rows: [], cells: 0, bars: 0, filters: 0 });
  await act();
  return { ...drawn };
}

describe('what is drawn anew', () => {
  it('going on by a row is the row that is left and the one that is come to', async () => {
    const user = userEvent.setup();
    await user.keyboard('j');
    const work = await workOf(() => user.keyboard('j'));
    expect(row(2)).toHaveFocus();
    expect(work).toEqual({ rows: ['Customer 1', 'Customer 2'], cells: 0, bars: 0, filters: 0 });
  });

  it('selecting a row is its box, and the bar', async () => {
    const user = userEvent.setup();
    await user.keyboard('jj');
    const work = await workOf(() => user.keyboard('x'));
    expect(row(2)?.querySelector('input')).toBeChecked();
    expect(work).toEqual({ rows: ['Customer 2'], cells: 0, bars: 1, filters: 0 });
  });

  it('while a search is on its way is none of the rows', async () => {
    const user = userEvent.setup();
    const work = await workOf(() => user.click(screen.getByText('Search')));
    expect(row(8)?.closest('[aria-busy="true"]')).not.toBeNull();
    expect(work).toMatchObject({ rows: [], cells: 0 });
  });
});
