import { listDefaultChecklists } from '@handover/contract/deals/default-closing-checklists.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import ClosingChecklistsScreen from './closing-checklists-screen.tsx';

beforeAll(async () => {
  await import('./checklist-dialog.tsx');
});

const closingChecklists = listDefaultChecklists().map((one) => ({ ...one, isDelivered: true, version: 1 }));
const dme = closingChecklists.find(({ type }) => type === 'dme');
const listSentRequests = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
const openChecklist = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Change the checklist for ${name}` }));
  return within(await screen.findByRole('dialog'));
};
const actOn = async (line: number, action: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for item ${String(line)}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

it('shows the items of each type with their source, and gives no legal advice', async () => {
  stubApi({ 'GET /closing-checklists': () => ({ closingChecklists }) });
  await openWork(<ClosingChecklistsScreen />);
  const edit = await screen.findByRole('button', { name: 'Change the checklist for DME' });
  expect(edit.closest('tr')).toHaveTextContent(
    /DMECMS-855S filedAccreditation.*Surety bondnoridianmedicare\.com · as of Nov 22, 2026 · Medium/,
  );
  expect(screen.getByText(/Not legal advice/)).toBeVisible();
});

it('adds, renames, removes, and reorders items', async () => {
  const calls = stubApi({
    'GET /closing-checklists': () => ({ closingChecklists }),
    'PUT /closing-checklists/dme': () => ({ closingChecklist: { ...dme, version: 2 } }),
  });
  await openWork(<ClosingChecklistsScreen />);
  const dialog = await openChecklist('DME');
  const line = (number: number) => within(dialog.getByRole('group', { name: `Item ${String(number)}` }));
  const titles = () => dialog.getAllByLabelText<HTMLInputElement>('Item').map(({ value }) => value);
  await actOn(2, 'Remove');
  await actOn(2, 'Move up');
  expect(titles()).toEqual(['Surety bond', 'CMS-855S filed']);
  await userEvent.clear(line(2).getByLabelText('Item'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add item' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findAllByText('Required')).toHaveLength(2);
  expect(listSentRequests(calls, 'PUT')).toEqual([]);
  await userEvent.type(line(2).getByLabelText('Item'), 'CMS-855S accepted');
  await userEvent.type(line(3).getByLabelText('Item'), 'Oxygen permit');
  await userEvent.selectOptions(line(3).getByLabelText('Area'), 'Payers');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Checklist for DME saved')).toBeVisible();
  const { type: _type, isDelivered: _isDelivered, items: _items, ...values } = { ...dme };
  expect(listSentRequests(calls, 'PUT')).toEqual([
    {
      path: '/closing-checklists/dme',
      body: {
        ...values,
        items: [
          { key: 'bond', area: 'approval', title: 'Surety bond', hint: '$50,000 per NPI' },
          { key: 'cms_855s', area: 'approval', title: 'CMS-855S accepted', hint: null },
          { key: null, area: 'payer', title: 'Oxygen permit', hint: null },
        ],
      },
    },
  ]);
}, 20_000);

it('resets an edited checklist to its default', async () => {
  const edited = closingChecklists.map((one) =>
    one.type === 'dme' ? { ...one, items: [], isDelivered: false, version: 4 } : one,
  );
  const calls = stubApi({
    'GET /closing-checklists': () => ({ closingChecklists: edited }),
    'POST /closing-checklists/dme/reset': () => ({ closingChecklist: { ...dme, version: 5 } }),
  });
  await openWork(<ClosingChecklistsScreen />);
  const dialog = await openChecklist('DME, edited');
  expect(dialog.getByText(/^No items/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Reset to default' }));
  await waitFor(() =>
    expect(listSentRequests(calls, 'POST')).toEqual([
      { path: '/closing-checklists/dme/reset', body: { version: 4 } },
    ]),
  );
});

it('says that the checklists could not be loaded, and tries again', async () => {
  let isDown = true;
  stubApi({
    'GET /closing-checklists': () => (isDown ? errorResponse(500, 'INTERNAL') : { closingChecklists }),
  });
  await openWork(<ClosingChecklistsScreen />);
  expect(await screen.findByText('The closing checklists could not be loaded')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Change the checklist for Dental' })).toBeVisible();
});
