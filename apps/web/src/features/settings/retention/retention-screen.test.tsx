import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { someSettings } from '#test-setup/settings.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import RetentionScreen from './retention-screen.tsx';

const legalHold = {
  id: anId(1),
  reason: 'Subpoena of May 4',
  placedBy: { id: anId(2), displayName: 'Avery Admin' },
  placedAt: '2026-11-20T15:00:00.000Z',
  isOnBusiness: true,
  document: null,
  business: { id: anId(3), name: 'Abbott Dental' },
  documentCount: 1_204,
};
const open = async (legalHolds: readonly (typeof legalHold)[] = []) => {
  const calls = stubApi({
    'GET /workspace': () => ({ workspace: someSettings({ trashRetentionDays: 30 }) }),
    'GET /legal-holds': () => ({ legalHolds, total: legalHolds.length, nextCursor: null }),
    'PATCH /workspace': ({ body }) => ({ workspace: someSettings({ ...(body as object), version: 2 }) }),
  });
  const { unmount } = await openWork(<RetentionScreen />);
  return {
    unmount,
    sent: () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body),
  };
};
const findDaysField = () => screen.findByLabelText('Keep deleted files (days)');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save retention settings' }));

it('saves for how long files are kept; no number keeps deleted ones', async () => {
  const { sent } = await open();
  expect(await findDaysField()).toHaveValue('30');
  expect(screen.getByText(/with an NDA signed through a shared link, are kept\.$/)).toBeVisible();
  await userEvent.clear(await findDaysField());
  const years = screen.getByLabelText('Keep files of closed deals (years)');
  await userEvent.clear(years);
  await userEvent.type(years, '5');
  await save();
  expect(await screen.findByText('Retention settings saved')).toBeVisible();
  expect(sent()).toEqual([{ version: 1, trashRetentionDays: null, closedDealRetentionYears: 5 }]);
});

it.each([
  ['0', 'At least 1 day'],
  ['3651', 'At most 3650 days'],
  ['many', 'Enter whole days'],
])('rejects %j days with an error on the field', async (typed, message) => {
  const { sent } = await open();
  await userEvent.clear(await findDaysField());
  await userEvent.type(await findDaysField(), typed);
  await save();
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent()).toEqual([]);
});

it('restores what was typed before the page was left', async () => {
  const { unmount } = await open();
  await userEvent.clear(await findDaysField());
  await userEvent.type(await findDaysField(), '45');
  unmount();
  await open();
  expect(await findDaysField()).toHaveValue('45');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
});

it('lists the legal holds with reason, person, and what they keep', async () => {
  await open([legalHold]);
  const card = within(await screen.findByRole('region', { name: 'Legal holds' }));
  expect(await card.findByRole('link', { name: 'Abbott Dental' })).toHaveAttribute(
    'href',
    `/admin/business-center/businesses/${anId(3)}`,
  );
  expect(card.getByText('Subpoena of May 4')).toBeVisible();
  expect(card.getByText('1,204 files')).toBeVisible();
});

it('says when there is no legal hold', async () => {
  await open();
  expect(await screen.findByText('No legal holds')).toBeVisible();
});
