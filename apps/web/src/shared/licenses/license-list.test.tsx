import type { License } from '@handover/contract/settings/licenses.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import { LicenseList } from './license-list.tsx';

const createLicense = (index: number, expiresOn: string | null): License => ({
  id: anId(index),
  business: { id: anId(9), name: 'Cedar Pharmacy' },
  state: 'TX',
  board: `Board ${String(index)}`,
  number: `P-${String(index)}`,
  expiresOn,
  version: 1,
});

it('marks licenses that have expired or soon will', async () => {
  stubApi(
    {
      'GET /licenses': () => ({
        licenses: [
          createLicense(1, '2026-01-31'),
          createLicense(2, '2026-12-31'),
          createLicense(3, '2028-01-31'),
          createLicense(4, null),
        ],
      }),
    },
    aProfile({ today: '2026-11-23' }),
  );
  await openWork(
    <LicenseList
      businessId={anId(9)}
      canUpdate={false}
      isAdding={false}
      onAdded={vi.fn<() => void>()}
      nothing="None"
    />,
  );
  const rows = within(await screen.findByRole('list', { name: 'Licenses' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'TX · Board 1No. P-1Expired Jan 31, 2026',
    'TX · Board 2No. P-2Expires Dec 31, 2026',
    'TX · Board 3No. P-3Expires Jan 31, 2028',
    'TX · Board 4No. P-4Does not expire',
  ]);
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('adds a license after its fields are complete', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /licenses': () => ({ licenses: [] }),
    'POST /licenses': () => ({ license: createLicense(1, null) }),
  });
  const onAdded = vi.fn<() => void>();
  await openWork(<LicenseList businessId={null} canUpdate isAdding onAdded={onAdded} nothing="None yet" />);
  expect(await screen.findByText('None yet')).toBeVisible();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add license' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByLabelText('State')).toBeInvalid();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.selectOptions(dialog.getByLabelText('State'), 'OK');
  await user.type(dialog.getByLabelText('Board or agency'), 'Real Estate Commission');
  await user.type(dialog.getByLabelText('License number'), 'R-7');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    businessId: null,
    state: 'OK',
    board: 'Real Estate Commission',
    number: 'R-7',
    expiresOn: null,
  });
});

it('keeps the changes of a license that a colleague changed meanwhile, and saves them again', async () => {
  const user = userEvent.setup();
  const license = createLicense(1, null);
  const calls = stubApi({
    'GET /licenses': () => ({ licenses: [license] }),
    'PATCH /licenses/{id}': () =>
      errorResponse(409, 'STALE_VERSION', { current: { ...license, version: 2 } }),
  });
  await openWork(
    <LicenseList businessId={null} canUpdate isAdding={false} onAdded={() => undefined} nothing="None" />,
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for TX Board 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(await screen.findByLabelText('License number'), '-A');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { version: 1, number: 'P-1-A' },
      { version: 2, number: 'P-1-A' },
    ]),
  );
});
