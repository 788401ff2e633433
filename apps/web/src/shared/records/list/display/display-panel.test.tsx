import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { ColumnChooser } from './display-panel.tsx';
import { aList } from '#test-setup/customer-list.tsx';
import { listColumns } from './display-settings.ts';

const available = listColumns(aList, { active: [] });

function Chooser(): ReactElement {
  const [keys, setKeys] = useState<readonly string[]>(['email', 'phone']);
  return (
    <ColumnChooser
      title="Columns"
      hint="The name always comes first."
      shown={keys.flatMap((key) => available.filter((column) => column.key === key))}
      available={available}
      onChange={setKeys}
      reset={{ keys: ['email'], label: 'Reset columns' }}
    />
  );
}
const getBox = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
const listShownColumns = (): string[] =>
  within(screen.getAllByRole('list')[0] ?? document.body)
    .getAllByRole('checkbox')
    .map((one) => one.getAttribute('value') ?? '');

it('moves the focus with a column that is checked or unchecked', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  getBox('City').focus();
  await user.keyboard(' ');
  expect(listShownColumns()).toEqual(['email', 'phone', 'city']);
  expect(getBox('City')).toBeChecked();
  expect(getBox('City')).toHaveFocus();
  await user.keyboard(' ');
  expect(listShownColumns()).toEqual(['email', 'phone']);
  expect(getBox('City')).toHaveFocus();
});

it('keeps the focus on the reset button', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  await user.click(getBox('City'));
  const reset = screen.getByRole('button', { name: 'Reset columns' });
  await user.click(reset);
  expect(listShownColumns()).toEqual(['email']);
  expect(reset).toHaveFocus();
});
