import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aPerson, someSettings } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import PoliciesScreen, { PoliciesCard } from './policies-screen.tsx';

const listSentBodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

it('keeps the chosen policies when saving fails', async () => {
  const calls = stubApi({ 'PATCH /workspace': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<PoliciesCard workspace={someSettings()} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Documents' }));
  await userEvent.click(screen.getByRole('radio', { name: /assigned to them/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save policies' }));
  expect(await screen.findByText('UNAVAILABLE.')).toBeVisible();
  expect(listSentBodies(calls)).toEqual([
    { version: 1, staffAccess: ['users', 'tasks', 'documents'], recordScope: 'own' },
  ]);
  expect(screen.getByRole('checkbox', { name: 'Documents' })).toBeChecked();
  expect(screen.getByRole('radio', { name: /assigned to them/ })).toBeChecked();
});

it('cannot be changed while they are being saved', async () => {
  let answer: (response: Response) => void = () => undefined;
  stubApi({ 'PATCH /workspace': () => new Promise<Response>((resolve) => (answer = resolve)) });
  await openWork(<PoliciesCard workspace={someSettings()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save policies' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Documents' }));
  expect(screen.getByRole('checkbox', { name: 'Documents' })).not.toBeChecked();
  answer(errorResponse(503, 'UNAVAILABLE'));
  expect(await screen.findByText('UNAVAILABLE.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Documents' }));
  expect(screen.getByRole('checkbox', { name: 'Documents' })).toBeChecked();
});

describe('two-step sign-in', () => {
  const people = [
    aPerson(1, { hasSecondFactor: true }),
    aPerson(2, { hasPasskey: true }),
    aPerson(3),
    aPerson(4, { status: 'deactivated', hasSecondFactor: true }),
  ];
  const answers = {
    'GET /workspace': () => ({ workspace: someSettings() }),
    'GET /people': () => ({ people }),
  };
  const card = async () => within(await screen.findByRole('region', { name: 'Two-step sign-in' }));

  it('is required for a group after a grace period and shows how many have it', async () => {
    const calls = stubApi({
      ...answers,
      'PATCH /workspace': ({ body }) => ({
        workspace: someSettings({ ...(body as object), version: 2 }),
      }),
    });
    await openWork(<PoliciesScreen />);
    const rule = await card();
    expect(rule.getByRole('radio', { name: 'No one' })).toBeChecked();
    expect(await rule.findByText(/2 of 3 members have set it up/)).toBeVisible();
    await userEvent.click(rule.getByRole('radio', { name: 'All staff' }));
    const days = rule.getByLabelText('Grace period (days)');
    expect(days).toHaveValue('7');
    await userEvent.clear(days);
    await userEvent.type(days, '14');
    await userEvent.click(rule.getByRole('button', { name: 'Save two-step settings' }));
    expect(await screen.findByText('Two-step sign-in settings saved')).toBeVisible();
    expect(listSentBodies(calls)).toEqual([{ version: 1, twoStepFor: 'staff', twoStepGraceDays: 14 }]);
  });

  it.each([
    ['31', 'At most 30 days'],
    ['-1', 'Cannot be negative'],
    ['two', 'Enter whole days'],
    [' ', 'Enter whole days'],
  ])('rejects %j days with an error on the field', async (typed, message) => {
    const calls = stubApi(answers);
    await openWork(<PoliciesScreen />);
    const rule = await card();
    const days = rule.getByLabelText('Grace period (days)');
    await userEvent.clear(days);
    await userEvent.type(days, typed);
    await userEvent.click(rule.getByRole('button', { name: 'Save two-step settings' }));
    expect(await rule.findByText(message)).toBeVisible();
    expect(listSentBodies(calls)).toEqual([]);
  });

  it('cannot be required by an administrator without it, who gets a link to set it up', async () => {
    const message = 'Set up two-step sign-in under “Your account” first.';
    stubApi({
      ...answers,
      'PATCH /workspace': () =>
        errorResponse(422, 'RULE_BROKEN', { errors: [{ path: 'twoStepFor', message }], detail: message }),
    });
    await openWork(<PoliciesScreen />);
    const rule = await card();
    await userEvent.click(rule.getByRole('radio', { name: 'Administrators' }));
    await userEvent.click(rule.getByRole('button', { name: 'Save two-step settings' }));
    expect(await rule.findByText(/under “Your account” first/)).toBeVisible();
    expect(rule.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account');
    expect(rule.getByRole('radio', { name: 'Administrators' })).toBeChecked();
  });
});

it('restores the policies and the rule that were not saved', async () => {
  stubApi({ 'GET /workspace': () => ({ workspace: someSettings() }), 'GET /people': () => ({ people: [] }) });
  const { unmount } = await openWork(<PoliciesScreen />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Documents' }));
  await userEvent.click(screen.getByRole('radio', { name: 'All staff' }));
  unmount();
  await openWork(<PoliciesScreen />);
  expect(await screen.findByRole('checkbox', { name: 'Documents' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'All staff' })).toBeChecked();
});

it('shows an error when loading fails and retries', async () => {
  let isDown = true;
  stubApi({
    'GET /people': () => ({ people: [] }),
    'GET /workspace': () => (isDown ? errorResponse(503, 'UNAVAILABLE') : { workspace: someSettings() }),
  });
  await openWork(<PoliciesScreen />);
  expect(await screen.findByText('The settings could not be loaded')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('radio', { name: 'No one' })).toBeChecked();
});
