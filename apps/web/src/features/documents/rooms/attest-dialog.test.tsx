import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import AttestDialog from './attest-dialog.tsx';

it('lists files that buyers cannot see before they are uploaded', async () => {
  stubApi({});
  const names = ['lease.pdf', 'front.HEIC', 'logo.gif', 'rent.xlsx', 'rent.xls', 'front.webp'];
  const files = names.map((name) => ({ name }));
  await openWork(<AttestDialog files={files} onConfirm={() => undefined} onClose={() => undefined} />);
  const items = await screen.findAllByRole('listitem');
  const closed = items.filter(
    (item) => within(item).queryByText(/^Buyers can’t open this type of file/) !== null,
  );
  expect(closed.map((item) => item.textContent?.split('Buyers')[0])).toEqual(['front.HEIC', 'rent.xls']);
});
