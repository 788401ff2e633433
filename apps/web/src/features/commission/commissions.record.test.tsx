import type { Commission } from '@handover/contract/commission/commissions.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { commissionList } from './commissions.record.tsx';

const createCommission = (number: number): Commission => ({
  id: anId(number),
  status: 'due',
  business: { id: anId(100 + number), name: `Business ${String(number)}` },
  buyer: { id: anId(3), name: 'Bo Buyer' },
  broker: null,
  stage: 'closed',
  currency: 'USD',
  expectedClose: null,
  closedOn: '2026-11-20',
  baseCents: 1_850_000_00,
  dueCents: 80_000_00,
  weightedCents: null,
  paidCents: 0,
  shares: [],
  ownCents: 0,
  version: 1,
});

it('names when the oldest page of the selection was read in a payout', async () => {
  const user = userEvent.setup();
  await Promise.all([
    import('#shared/records/list/bulk/list-actions.tsx'),
    import('#shared/records/list/bulk/bulk-dialog.tsx'),
  ]);
  const [first, second] = ['2026-11-24T15:00:00.000Z', '2026-11-24T15:05:00.000Z'];
  const calls = stubApi({
    'GET /commissions': ({ query }) => {
      const isFirst = query.get('cursor') === null;
      return {
        commissions: [createCommission(isFirst ? 1 : 2)],
        similar: [],
        matched: {},
        total: 2,
        nextCursor: isFirst ? 'next' : null,
        asOf: isFirst ? first : second,
      };
    },
    'GET /saved-views': () => ({ savedViews: [] }),
    'GET /bulk-runs': () => ({ bulkRuns: [], total: 0, nextCursor: null }),
    'POST /bulk-runs': () => ({ bulkRun: { id: anId(900) } }),
  });
  await openWork(<RecordListPage list={commissionList} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Business 1' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Business 2' }));
  await user.click(await screen.findByRole('button', { name: 'Record payout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record the payout for 2 commissions' });
  await user.type(within(dialog).getByLabelText('Paid on'), '2026-11-24');
  await user.click(within(dialog).getByRole('button', { name: 'Record payout' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      recordType: 'commission',
      selection: { filter: {}, ids: [anId(1), anId(2)] },
      input: { action: 'pay', paidOn: '2026-11-24', asOf: first },
    }),
  );
});
