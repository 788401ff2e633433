import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openWork, resizeTo, stubApi } from '#test-setup/work.tsx';
import { RecordLayout } from './record-page.tsx';

it('keeps what is typed below the sections when the window narrows, and in the tab then', async () => {
  const user = userEvent.setup();
  stubApi({});
  await openWork(
    <RecordLayout
      header={null}
      composer={null}
      sections={[{ name: 'timeline', label: 'Timeline', content: <p>Nothing yet</p> }]}
      more={<input aria-label="Buyer’s cash" />}
      rail={<p>Facts</p>}
    />,
  );
  await user.type(screen.getByRole('textbox', { name: 'Buyer’s cash' }), '150,000');
  resizeTo('phone');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  expect(screen.getByText('Facts')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Buyer’s cash' })).toHaveValue('150,000');
  await user.click(screen.getByRole('tab', { name: 'Timeline' }));
  resizeTo('desktop');
  expect(screen.getByRole('textbox', { name: 'Buyer’s cash' })).toHaveValue('150,000');
});

it('keeps what is open in the rail when the window narrows and widens', async () => {
  const user = userEvent.setup();
  stubApi({});
  await openWork(
    <RecordLayout
      header={null}
      composer={null}
      sections={[{ name: 'timeline', label: 'Timeline', content: <p>Nothing yet</p> }]}
      rail={<input aria-label="License number" />}
    />,
  );
  await user.type(screen.getByRole('textbox', { name: 'License number' }), 'RN-77');
  resizeTo('phone');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  const panel = within(screen.getByRole('tabpanel', { name: 'Details' }));
  expect(panel.getByRole('textbox')).toHaveValue('RN-77');
  resizeTo('desktop');
  expect(screen.getByRole('tabpanel', { name: 'Timeline' })).toBeVisible();
  const rail = within(screen.getByRole('complementary', { name: 'Details' }));
  expect(rail.getByRole('textbox')).toHaveValue('RN-77');
});
