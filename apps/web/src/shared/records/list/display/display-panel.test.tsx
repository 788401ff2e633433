import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { ColumnChooser } from './display-panel.tsx';
import { aList } from '#test-setup/customer-list.tsx';
import { columnsOf } from './display-settings.ts';

const available = columnsOf(aList, { active: [] });

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
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
const shown = (): string[] =>
  within(screen.getAllByRole('list')[0] ?? document.body)
    .getAllByRole('checkbox')
    .map((one) => one.getAttribute('value') ?? '');

it('moves the focus with a column that is checked or unchecked', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  box('City').focus();
  await user.keyboard(' ');
  expect(shown()).toEqual(['email', 'phone', 'city']);
  expect(box('City')).toBeChecked();
  expect(box('City')).toHaveFocus();
  await user.keyboard(' ');
  expect(shown()).toEqual(['email', 'phone']);
  expect(box('City')).toHaveFocus();
});

it('keeps the focus on the reset button', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  await user.click(box('City'));
  const reset = screen.getByRole('button', { name: 'Reset columns' });
  await user.click(reset);
  expect(shown()).toEqual(['email']);
  expect(reset).toHaveFocus();
});
