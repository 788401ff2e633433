import type { License } from '@handover/contract/settings/licenses.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { ExpiringLicenses } from './pipeline-sections.tsx';

const licenses = [1, 2, 3, 4, 5, 6].map((number): License => ({
  id: anId(number),
  business: { id: anId(100 + number), name: `Pharmacy ${String(number)}` },
  state: 'TX',
  board: 'Board of Pharmacy',
  number: '1',
  expiresOn: '2026-12-01',
  version: 1,
}));

function Page(): ReactElement {
  return <ExpiringLicenses query={useQuery({ queryKey: ['licenses'], queryFn: () => licenses })} />;
}

it('shows the rest of the expiring licenses in place', async () => {
  const user = userEvent.setup();
  stubApi({});
  await openWork(<Page />);
  const section = within(await screen.findByRole('region', { name: 'Expiring licenses' }));
  expect(section.getAllByRole('link')).toHaveLength(4);
  await user.click(section.getByRole('button', { name: 'Show 2 more' }));
  expect(section.getAllByRole('link')).toHaveLength(6);
  expect(section.getByRole('link', { name: 'Pharmacy 6' })).toBeVisible();
  expect(section.queryByRole('button')).toBeNull();
});
