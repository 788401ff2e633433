import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import InviteDialog from './invite-dialog.tsx';

const onStart = vi.fn<(input: unknown, onStarted?: () => void) => void>();
const open = () =>
  openWork(
    <InviteDialog
      business={{ id: anId(1), name: 'Oak Street' }}
      selection={{ filter: {}, ids: [anId(2)] }}
      count={1}
      isPending={false}
      onStart={onStart}
      onClose={vi.fn()}
    />,
  );
const getSubjectField = () => screen.getByRole('textbox', { name: 'Subject *' });

it('keeps typed text until the invitation is sent', async () => {
  stubApi({}, aProfile({ hasPostalAddress: true }));
  const { unmount } = await open();
  await userEvent.clear(getSubjectField());
  await userEvent.type(getSubjectField(), 'A pharmacy in Ohio');
  unmount();
  const restored = await open();
  expect(getSubjectField()).toHaveValue('A pharmacy in Ohio');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onStart.mock.lastCall?.[0]).toMatchObject({ subject: 'A pharmacy in Ohio' });
  act(() => onStart.mock.lastCall?.[1]?.());
  restored.unmount();
  await open();
  expect(getSubjectField()).toHaveValue('A business that matches your search');
});
