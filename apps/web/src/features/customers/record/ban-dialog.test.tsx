import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { aCustomerDetail } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import BanDialog from './ban-dialog.tsx';
import { useCustomerMutations } from './use-customer-mutations.ts';

// A lazy module, loaded first so that no test waits for it.
beforeAll(() => import('@handover/ui/feedback/confirm-dialog-content.tsx'));

const customer = aCustomerDetail(1);

function OpenDialog(): ReactElement {
  return (
    <BanDialog customer={customer} mutations={useCustomerMutations(customer)} onClose={() => undefined} />
  );
}

it('has the focus in the reason, so that a key does not ban the customer', async () => {
  const calls = stubApi({});
  await openWork(<OpenDialog />);
  await screen.findByRole('dialog');
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
