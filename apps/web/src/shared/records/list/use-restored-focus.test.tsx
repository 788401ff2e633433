import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useRestoredFocus } from './use-restored-focus.ts';

function List({ names }: { names: readonly string[] }): React.ReactNode {
  const list = useRestoredFocus<HTMLElement>();
  return (
    <>
      <section ref={list}>
        <input aria-label="New" />
        <ul>
          {names.map((name) => (
            <li key={name}>
              <input type="checkbox" aria-label={`Select ${name}`} />
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </section>
      <p>Text</p>
    </>
  );
}

it('gives the focus of a row that leaves to the one in its place, at the same control', () => {
  const { rerender } = render(<List names={['Ann', 'Bob', 'Cy']} />);
  screen.getByText('Bob').focus();
  rerender(<List names={['Ann', 'Cy']} />);
  expect(screen.getByText('Cy')).toHaveFocus();
  rerender(<List names={['Ann']} />);
  expect(screen.getByText('Ann')).toHaveFocus();
  rerender(<List names={[]} />);
  expect(screen.getByLabelText('New')).toHaveFocus();
});

it('leaves it alone while the row stays, and after somebody pressed elsewhere', async () => {
  const { rerender } = render(<List names={['Ann', 'Bob']} />);
  screen.getByText('Bob').focus();
  rerender(<List names={['Bob']} />);
  expect(screen.getByText('Bob')).toHaveFocus();
  await userEvent.click(screen.getByText('Text'));
  rerender(<List names={['Cy']} />);
  expect(document.body).toHaveFocus();
});
