import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { ColumnChooser } from './column-chooser.tsx';
import { allColumns } from './columns.ts';

const available = allColumns([]);

function Chooser(): ReactElement {
  const [keys, setKeys] = useState<readonly string[]>(['email', 'phone']);
  return (
    <ColumnChooser
      title="Columns"
      hint="The name always comes first."
      shown={keys.flatMap((key) => available.filter((column) => column.key === key))}
      available={available}
      onChange={setKeys}
      usual={{ keys: ['email'], label: 'Back to the usual columns' }}
    />
  );
}
const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name });
const shown = (): string[] =>
  within(screen.getAllByRole('list')[0] ?? document.body)
    .getAllByRole('checkbox')
    .map((one) => one.getAttribute('value') ?? '');

it('takes the focus along to where a ticked column goes, and back', async () => {
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

it('leaves the focus on the way back to the usual columns', async () => {
  const user = userEvent.setup();
  render(<Chooser />);
  await user.click(box('City'));
  const usual = screen.getByRole('button', { name: 'Back to the usual columns' });
  await user.click(usual);
  expect(shown()).toEqual(['email']);
  expect(usual).toHaveFocus();
});
