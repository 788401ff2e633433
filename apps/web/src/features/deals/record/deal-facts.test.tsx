import type { DealDetail } from '@handover/contract/deals/deals.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aDeal } from '#test-setup/deals.ts';
import { openUpdated, openWork, errorResponse, stubApi, listBodies, type Call } from '#test-setup/work.tsx';
import { dealQuery } from '../deals.queries.ts';
import { DealFacts } from './deal-facts.tsx';
import FinancingDialog from './financing-dialog.tsx';
import LevelDialog from './level-dialog.tsx';

const deal = aDeal(1, { source: 'BizBuySell', version: 4 });

beforeAll(async () => {
  await Promise.all([import('#shared/records/page/fact-editor.tsx'), import('../deals.form.tsx')]);
});

function Page(): ReactElement | null {
  const { data } = useQuery(dealQuery(deal.id));
  return data === undefined ? null : <DealFacts deal={data} />;
}

async function open(shown: DealDetail = deal): Promise<Call[]> {
  let stored = shown;
  const calls = stubApi({
    'GET /deals/{id}': () => ({ deal: stored }),
    'PATCH /deals/{id}': ({ body }) => {
      stored = { ...stored, ...(body as object), version: stored.version + 1 };
      return { deal: stored };
    },
    'GET /custom-fields': () => ({ customFields: [], currency: 'USD' }),
  });
  await openWork(<Page />);
  await screen.findByRole('region', { name: 'Deal details' });
  return calls;
}

describe('facts of a deal', () => {
  it('are edited in place, and an undo stores what was there before', async () => {
    const user = userEvent.setup();
    const calls = await open();
    await user.click(screen.getByText('BizBuySell'));
    const input = await screen.findByRole('textbox', { name: 'Source for Buyer 1 and Bright Dental' });
    expect(input).toHaveFocus();
    await user.clear(input);
    await user.type(input, 'Referral{Enter}');
    expect(await screen.findByText('Referral')).toBeVisible();
    const toast = screen.getByRole('region', { name: 'Messages' });
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('BizBuySell')).toBeVisible();
    expect(listBodies(calls)).toEqual([
      { version: 4, source: 'Referral' },
      { version: 5, source: 'BizBuySell' },
    ]);
  });

  it('of a home health agency say how much of the ownership changes, for the 36-month rule', async () => {
    const user = userEvent.setup();
    const calls = await open({ ...deal, business: { ...deal.business, type: 'home_health' } });
    await user.click(screen.getByRole('button', { name: 'Add direct ownership change' }));
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /^Direct ownership change/ }),
      '50% or less',
    );
    await user.keyboard('{Enter}');
    expect(await screen.findByText('50% or less', { ignore: 'option' })).toBeVisible();
    expect(listBodies(calls)).toEqual([{ version: 4, directChange: 'up_to_half' }]);
  });

  it('are read-only without permission to change the deal', async () => {
    await open({ ...deal, abilities: { ...deal.abilities, canUpdate: false } });
    expect(screen.getByText('BizBuySell')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(Edit|Add) / })).toBeNull();
  });
});

describe('a dialog names the version that was read', () => {
  it.each<[string, Partial<DealDetail>, number]>([
    [
      'a colleague changed the financing meanwhile',
      { financing: { kind: 'cash', lender: null, loanCents: null, dscr: null } },
      4,
    ],
    ['a colleague changed something else', { source: 'Referral' }, 5],
  ])('of the financing, when %s', async (_title, change, version) => {
    const calls = stubApi({ 'PATCH /deals/{id}': () => errorResponse(409, 'STALE_VERSION') });
    const financing = { kind: 'loan', lender: 'First Bank', loanCents: null, dscr: 110 } as const;
    const update = await openUpdated<DealDetail>({ ...deal, financing }, (shown) => (
      <FinancingDialog deal={shown} onClose={() => undefined} />
    ));
    await userEvent.type(screen.getByLabelText('Lender'), ' & Trust');
    update({ ...deal, financing, ...change, version: 5 });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(listBodies(calls)).toEqual([
        { version, financing: { ...financing, lender: 'First Bank & Trust' } },
      ]),
    );
  });

  it.each<[string, Partial<DealDetail>, number]>([
    ['a colleague closed the documents meanwhile', { documentLevel: 0 }, 4],
    ['a colleague changed something else', { source: 'Referral' }, 5],
  ])('of the document access, when %s', async (_title, change, version) => {
    const current = { version: 5 };
    const calls = stubApi({ 'PATCH /deals/{id}': () => errorResponse(409, 'STALE_VERSION', { current }) });
    const opened = { ...deal, documentLevel: 2 } as const;
    const update = await openUpdated<DealDetail>(opened, (shown) => (
      <LevelDialog deal={shown} onClose={() => undefined} />
    ));
    await userEvent.selectOptions(await screen.findByLabelText('Document access'), '1');
    update({ ...opened, ...change, version: 5 });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(listBodies(calls)).toEqual([
        { version, documentLevel: 1 },
        { version: 5, documentLevel: 1 },
      ]),
    );
  });
});
