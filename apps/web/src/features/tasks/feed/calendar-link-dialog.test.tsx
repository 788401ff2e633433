import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import CalendarLinkDialog from './calendar-link-dialog.tsx';

it('makes a link, shows it this once, and revokes it', async () => {
  const user = userEvent.setup();
  const made = { createdAt: '2026-11-20T15:00:00.000Z' };
  let feed: typeof made | null = null;
  stubApi({
    'GET /calendar-feed': () => ({ feed }),
    'POST /calendar-feed': () => {
      feed = made;
      return { feed, url: 'https://crm.test/api/calendar/secret.ics' };
    },
    'DELETE /calendar-feed': () => void (feed = null),
  });
  const { unmount } = await openWork(<CalendarLinkDialog onClose={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByLabelText('Calendar link')).toHaveValue(
    'https://crm.test/api/calendar/secret.ics',
  );
  expect(screen.getByRole('link', { name: 'Subscribe on this device' })).toHaveAttribute(
    'href',
    'webcal://crm.test/api/calendar/secret.ics',
  );
  unmount();
  await openWork(<CalendarLinkDialog onClose={vi.fn()} />);
  expect(await screen.findByText(/It is not shown again/)).toBeVisible();
  expect(screen.queryByLabelText('Calendar link')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Revoke link' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create link' })).toBeVisible());
}, 20_000);
