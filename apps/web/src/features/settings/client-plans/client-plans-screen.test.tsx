import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aManagedPlan } from '#test-setup/plans.ts';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import ClientPlansScreen from './client-plans-screen.tsx';

const basic = aManagedPlan(1, { name: 'Basic', isHighlighted: true });
const exit = aManagedPlan(2, { name: 'Exit', priceCents: null, isPublic: false, version: 3 });

async function open(answers: Parameters<typeof stubApi>[0] = {}): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /client-plans/managed': () => ({ clientPlans: [basic, exit] }),
      'GET /client-plans/use': () => ({
        use: [
          { id: basic.id, customers: 1_200, renaming: 300 },
          { id: exit.id, customers: 0, renaming: 0 },
        ],
      }),
      ...answers,
    },
    aProfile({ role: 'SUPERADMIN' }),
  );
  await openWork(<ClientPlansScreen />);
  return calls;
}
async function choose(name: string, act: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: act }));
}
const listWrites = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

it('shows the price, status, and number of customers of each plan', async () => {
  await open();
  expect(await screen.findByText('Recommended')).toBeVisible();
  expect(screen.getByText('Not public')).toBeVisible();
  expect(
    await screen.findByText(
      '$290 per month · For individuals and companies · 1,200 customers, 300 still being renamed',
    ),
  ).toBeVisible();
  expect(screen.getByText('On request · For individuals and companies · No customers')).toBeVisible();
});

it('explains an empty list of plans', async () => {
  await open({ 'GET /client-plans/managed': () => ({ clientPlans: [] }) });
  expect(await screen.findByText(/Add a plan to assign it/)).toBeVisible();
});

it('adds a plan with the lines and price as typed once its fields are valid', async () => {
  const calls = await open({ 'POST /client-plans': () => ({ clientPlan: aManagedPlan(3) }) });
  await userEvent.click(screen.getByRole('button', { name: 'Add plan' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add plan' }));
  await userEvent.type(dialog.getByLabelText('Price'), 'a lot');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Required')).toBeVisible();
  expect(dialog.getByText('Enter an amount such as 290 or 1,250.50')).toBeVisible();
  expect(listWrites(calls)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Name'), ' Growth ');
  await userEvent.clear(dialog.getByLabelText('Price'));
  await userEvent.type(dialog.getByLabelText('Price'), '1,250.50');
  await userEvent.selectOptions(dialog.getByLabelText('Billed'), 'Each year');
  await userEvent.selectOptions(dialog.getByLabelText('Audience'), 'Companies');
  await userEvent.type(dialog.getByLabelText('Includes'), ' One {enter}{enter}Two');
  await userEvent.click(dialog.getByLabelText('Mark as recommended instead of Basic'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Plan added')).toBeVisible();
  expect(listWrites(calls)).toEqual([
    [
      'POST',
      '/client-plans',
      {
        name: 'Growth',
        description: '',
        priceCents: 125_050,
        currency: 'USD',
        interval: 'year',
        includes: ['One', 'Two'],
        audience: 'Corporate',
        isHighlighted: true,
        isPublic: true,
      },
    ],
  ]);
  expect(calls.find(({ method }) => method === 'POST')?.key).not.toBeNull();
});

it('shows server errors at their fields and asks on a conflict', async () => {
  const theirs = { ...exit, name: 'Leave', priceCents: 500, version: 7 };
  let isTaken = true;
  const calls = await open({
    'PATCH /client-plans/{id}': ({ body }) => {
      if (isTaken)
        return errorResponse(409, 'CONFLICT', {
          errors: [{ path: 'name', message: 'This name is already in use' }],
        });
      const { version } = body as { version: number };
      return version === 7
        ? { clientPlan: { ...theirs, version: 8 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs });
    },
  });
  await choose('Exit', 'Edit');
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Exit' }));
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Basic');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('This name is already in use')).toBeVisible();
  isTaken = false;
  await userEvent.type(dialog.getByLabelText('Name'), ' two');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Current version: Leave, \$5 per month/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Plan saved')).toBeVisible();
  expect(listWrites(calls).at(-1)).toMatchObject([
    'PATCH',
    `/client-plans/${exit.id}`,
    { version: 7, name: 'Basic two', priceCents: null },
  ]);
});

it('moves, archives, and deletes a plan, but not one with customers', async () => {
  const calls = await open({
    'PUT /client-plans/order': () => ({ clientPlans: [exit, basic] }),
    'PATCH /client-plans/{id}': () => ({ clientPlan: basic }),
    'DELETE /client-plans/{id}': () => undefined,
  });
  await choose('Exit', 'Move up');
  await choose('Basic', 'Archive');
  await choose('Exit', 'Delete');
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Delete Exit?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(await screen.findByText('Plan deleted')).toBeVisible();
  expect(listWrites(calls)).toEqual([
    ['PUT', '/client-plans/order', { ids: [exit.id, basic.id] }],
    ['PATCH', `/client-plans/${basic.id}`, { version: 1, isArchived: true }],
    ['DELETE', `/client-plans/${exit.id}`, null],
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Basic' }));
  const remove = await screen.findByRole('menuitem', { name: 'Delete' });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(remove).toHaveAccessibleDescription('1,200 customers are on it: archive it instead');
  await userEvent.keyboard('{End}');
  expect(remove).toHaveFocus();
  expect(screen.getByText('1,200 customers are on it: archive it instead')).toBeVisible();
});
