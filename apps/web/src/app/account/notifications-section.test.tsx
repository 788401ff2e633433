import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import NotificationsSection from './notifications-section.tsx';

const choices = {
  version: 0,
  kinds: [
    { type: 'mention', inApp: true, email: 'digest' },
    { type: 'task.reminder', inApp: true, email: 'now' },
  ],
  digest: { hour: 8, weekdays: [1, 2, 3, 4, 5], withTasks: true },
  timeZone: 'America/New_York',
  nextDigestAt: '2026-11-23T13:00:00.000Z',
};

it('saves a choice about a kind and the time of the digest', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /notifications/choices': () => ({ choices }),
    'PUT /notifications/choices': ({ body }) => ({ choices: { ...choices, ...Object(body), version: 1 } }),
  });
  await openWork(<NotificationsSection />);
  await user.click(await screen.findByRole('checkbox', { name: 'Mentions of you in the app' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Mentions of you by email' }), 'Immediately');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Send the digest at' }), '5 PM');
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await user.click(screen.getByRole('button', { name: 'Save notification settings' }));
  await screen.findByText('Notification settings saved');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 0,
    kinds: [{ type: 'mention', inApp: false, email: 'now' }, choices.kinds[1]],
    digest: { hour: 17, weekdays: [1, 2, 3, 4], withTasks: true },
  });
});

it('is locked while saving, since changes would be lost', async () => {
  const user = userEvent.setup();
  let answer: (response: object) => void = () => undefined;
  stubApi({
    'GET /notifications/choices': () => ({ choices }),
    'PUT /notifications/choices': () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await openWork(<NotificationsSection />);
  await user.click(await screen.findByRole('button', { name: 'Save notification settings' }));
  await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
  expect(screen.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
  answer({ choices });
  await screen.findByText('Notification settings saved');
});

it('says when the digest comes next, and asks for a day', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'GET /notifications/choices': () => ({ choices }) });
  await openWork(<NotificationsSection />);
  expect(await screen.findByText(/Next on .*Nov(ember)? 23.* 8:00/)).toBeVisible();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await user.click(screen.getByRole('checkbox', { name: day }));
  await user.click(screen.getByRole('button', { name: 'Save notification settings' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one day');
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

it('keeps the choices when another tab saved first, and overwrites its version', async () => {
  const user = userEvent.setup();
  let version = 0;
  const calls = stubApi({
    'GET /notifications/choices': () => ({ choices: { ...choices, version } }),
    'PUT /notifications/choices': () => {
      if (version > 0) return { choices: { ...choices, version: 2 } };
      version = 1;
      return errorResponse(409, 'STALE_VERSION');
    },
  });
  await openWork(<NotificationsSection />);
  await user.click(await screen.findByRole('checkbox', { name: 'Mentions of you in the app' }));
  await user.click(screen.getByRole('button', { name: 'Save notification settings' }));
  await screen.findByRole('alert');
  expect(screen.getByRole('checkbox', { name: 'Mentions of you in the app' })).not.toBeChecked();
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/choices'))).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Save notification settings' }));
  await screen.findByText('Notification settings saved');
  expect(calls.at(-1)?.body).toMatchObject({ version: 1 });
});

it('offers a client no tasks, explains it to people without a membership, and says when it failed', async () => {
  const asked = { type: 'task.asked', inApp: true, email: 'digest' };
  stubApi(
    { 'GET /notifications/choices': () => ({ choices: { ...choices, kinds: [asked] } }) },
    aProfile({ role: 'CLIENT', areas: [] }),
  );
  const { unmount } = await openWork(<NotificationsSection />);
  expect(await screen.findByRole('rowheader', { name: 'Tasks for you' })).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /my tasks/ })).toBeNull();
  unmount();
  stubApi({ 'GET /notifications/choices': () => ({ choices: { ...choices, kinds: [] } }) });
  const second = await openWork(<NotificationsSection />);
  expect(await screen.findByText(/not a member of this workspace/)).toBeVisible();
  second.unmount();
  stubApi({ 'GET /notifications/choices': () => errorResponse(403, 'FORBIDDEN') });
  await openWork(<NotificationsSection />);
  const section = await screen.findByRole('region', { name: 'Notifications' });
  expect(await within(section).findByText('The notification settings could not be loaded')).toBeVisible();
});
