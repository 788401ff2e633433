import { listDefaultStateRules } from '@handover/contract/businesses/default-state-rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import StateRulesScreen from './state-rules-screen.tsx';

beforeAll(async () => {
  await import('./state-rule-dialog.tsx');
});

const stateRules = listDefaultStateRules().map((rule) => ({ ...rule, isDelivered: true, version: 1 }));
const texas = stateRules.find(({ state }) => state === 'TX');
const listSentRequests = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));

it('shows each state with its rules and source, and saves a change', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /state-rules': () => ({ stateRules }),
    'PUT /state-rules/TX': () => ({ stateRule: { ...texas, brokerLicense: 'license', version: 2 } }),
  });
  await openWork(<StateRulesScreen />);
  const edit = await screen.findByRole('button', { name: 'Edit the rules for Texas' });
  expect(edit.closest('tr')).toHaveTextContent(
    /TexasNo license neededNo CON programbusinessbrokeragepress\.com.*as of Nov 22, 2026 · Medium confidence/,
  );
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Texas rules' }));
  await user.selectOptions(dialog.getByLabelText('Broker’s license'), 'License required');
  await user.clear(dialog.getByLabelText('Source'));
  await user.type(dialog.getByLabelText('Source'), 'New act');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Texas rules saved')).toBeVisible();
  const { state: _state, isDelivered: _isDelivered, ...values } = { ...texas };
  expect(listSentRequests(calls, 'PUT')).toEqual([
    { path: '/state-rules/TX', body: { ...values, brokerLicense: 'license', source: 'New act' } },
  ]);
}, 20_000);

it('resets an edited state to its default', async () => {
  const user = userEvent.setup();
  const edited = stateRules.map((rule) =>
    rule.state === 'TX' ? { ...rule, con: 'program', isDelivered: false, version: 4 } : rule,
  );
  const calls = stubApi({
    'GET /state-rules': () => ({ stateRules: edited }),
    'POST /state-rules/TX/reset': () => ({ stateRule: { ...texas, version: 5 } }),
  });
  await openWork(<StateRulesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit the rules for Texas, edited' }));
  await user.click(await screen.findByRole('button', { name: 'Reset to default' }));
  await waitFor(() =>
    expect(listSentRequests(calls, 'POST')).toEqual([
      { path: '/state-rules/TX/reset', body: { version: 4 } },
    ]),
  );
});

it('says that the rules could not be loaded, and tries again', async () => {
  const user = userEvent.setup();
  let isDown = true;
  stubApi({ 'GET /state-rules': () => (isDown ? errorResponse(500, 'INTERNAL') : { stateRules }) });
  await openWork(<StateRulesScreen />);
  expect(await screen.findByText('The state rules could not be loaded')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Edit the rules for Ohio' })).toBeVisible();
});
