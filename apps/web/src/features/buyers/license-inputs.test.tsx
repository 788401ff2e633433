import { createBuyerBody } from '@handover/contract/buyers/buyers.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import LicenseInputs from './license-inputs.tsx';

it('adds a license without a state, so that one has to be chosen', async () => {
  const onChange = vi.fn();
  render(<LicenseInputs label="Licenses" value={[]} error={undefined} values={{}} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add license' }));
  const [[eligibilities]] = onChange.mock.calls as [[unknown]];
  const { error } = createBuyerBody.safeParse({ customerId: anId(1), searches: [], eligibilities });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['eligibilities.0.state']);
});
