import type { License } from '@handover/contract/settings/licenses.ts';
import { screen, within } from '@testing-library/react';
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

it('shows what someone else saved, and saves again over it', async () => {
  const user = userEvent.setup();
  const theirs = { ...createLicense(1, '2028-01-31'), version: 2 };
  const calls = stubApi({
    'GET /licenses': () => ({ licenses: [createLicense(1, null)] }),
    'PATCH /licenses/{id}': ({ body }) =>
      (body as { version: number }).version === theirs.version
        ? { license: { ...theirs, version: 3 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  await openWork(
    <LicenseList
      businessId={anId(9)}
      canUpdate
      isAdding={false}
      onAdded={vi.fn<() => void>()}
      nothing="None"
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for TX Board 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit license' }));
  await user.type(dialog.getByLabelText('License number'), '0');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/TX, Board 1, no\. P-1, expires Jan 31, 2028\. Save again/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('License saved')).toBeVisible();
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toMatchObject([
    { number: 'P-10', version: 1 },
    { number: 'P-10', version: 2 },
  ]);
});
