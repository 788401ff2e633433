import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { useSchemaForm } from './use-schema-form.ts';

const onSubmit = vi.fn<() => Promise<void>>();

function Form({ issues }: { issues: readonly { path: string[]; message: string }[] }): ReactElement {
  const { errors, formError, formProps } = useSchemaForm({
    loadSchema: async () => ({ safeParse: () => ({ success: false, error: { issues } }) as const }),
    onSubmit,
  });
  return (
    <form {...formProps}>
      {formError !== null && <p role="alert">{formError}</p>}
      <input name="email" aria-label="Email" aria-invalid={errors['email'] !== undefined} />
      {errors['email']}
      <button type="submit">Send</button>
    </form>
  );
}

it('shows an issue at its field, and one without a field above the form', async () => {
  const issues = [
    { path: ['email'], message: 'Required' },
    { path: ['token'], message: 'This link is incomplete' },
    { path: [], message: 'Not shown as well' },
  ];
  render(<Form issues={issues} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is incomplete');
  expect(screen.getByText('Required')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});
