import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { CustomerList } from '#test-setup/customer-list.tsx';

interface Work {
  /** The names in the rendered rows. */
  rows: string[];
  cells: number;
  bars: number;
  filters: number;
}

const rendered = vi.hoisted<Work>(() => ({ rows: [], cells: 0, bars: 0, filters: 0 }));

// A row renders one avatar and one status, the filters one search box.
vi.mock('@handover/ui-lite/parts/avatar.tsx', () => ({
  Avatar: ({ name }: { name: string }) => {
    rendered.rows.push(name);
    return null;
  },
}));
vi.mock('#features/customers/customer-labels.tsx', () => ({
  CustomerStatus: () => {
    rendered.cells += 1;
    return null;
  },
}));
vi.mock('../bulk/list-actions.tsx', () => ({
  default: () => {
    rendered.bars += 1;
    return null;
  },
}));
vi.mock('#shared/lists/search-box.tsx', () => ({
  SearchBox: ({ onSearch }: { onSearch: (text: string) => void }) => {
    rendered.filters += 1;
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
      // The response to a search never arrives.
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
afterEach(() => stop());

const findRow = (number: number): HTMLElement | null =>
  screen.getByText(`Customer ${String(number)}`).closest('tr');

async function measureWork(act: () => Promise<void>): Promise<Work> {
  Object.assign(rendered, { rows: [], cells: 0, bars: 0, filters: 0 });
  await act();
  return { ...rendered };
}

describe('what renders again', () => {
  it('moving by a row renders the row before and the row after', async () => {
    const user = userEvent.setup();
    await user.keyboard('j');
    const work = await measureWork(() => user.keyboard('j'));
    expect(findRow(2)).toHaveFocus();
    expect(work).toEqual({ rows: ['Customer 1', 'Customer 2'], cells: 0, bars: 0, filters: 0 });
  });

  it('selecting a row renders it and the selection bar', async () => {
    const user = userEvent.setup();
    await user.keyboard('jj');
    const work = await measureWork(() => user.keyboard('x'));
    expect(findRow(2)?.querySelector('input')).toBeChecked();
    expect(work).toEqual({ rows: ['Customer 2'], cells: 0, bars: 1, filters: 0 });
  });

  it('a search that is loading renders no row', async () => {
    const user = userEvent.setup();
    const work = await measureWork(() => user.click(screen.getByText('Search')));
    expect(findRow(8)?.closest('[aria-busy="true"]')).not.toBeNull();
    expect(work).toMatchObject({ rows: [], cells: 0 });
  });
});
