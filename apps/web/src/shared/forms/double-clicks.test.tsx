import Button from '@mui/material/Button';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ignoreDoubleClicks } from './double-clicks.ts';

it('submits a form once if its button is double-clicked, and leaves other buttons alone', async () => {
  ignoreDoubleClicks();
  const [submit, step] = [vi.fn((event: React.FormEvent) => event.preventDefault()), vi.fn()];
  render(
    <form onSubmit={submit}>
      <Button variant="text" onClick={step}>
        Next month
      </Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(submit).toHaveBeenCalledOnce();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Next month' }));
  expect(step).toHaveBeenCalledTimes(2);
});
