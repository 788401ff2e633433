import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { InquiryCard } from './inquiry-card.tsx';

const time = '2026-11-20T15:00:00.000Z';

it('creates an address, shows it once, replaces it only when confirmed, and switches it off', async () => {
  const user = userEvent.setup();
  let since: string | null = null;
  const calls = stubApi({
    'GET /inquiry-webhook': () => ({ inquiryWebhook: { since } }),
    'POST /inquiry-webhook': () => {
      since = time;
      return { inquiryWebhook: { url: 'https://x.test/api/portal-inquiries/abc', since: time } };
    },
    'DELETE /inquiry-webhook': () => {
      since = null;
      return undefined;
    },
  });
  const posts = (): number => calls.filter(({ method }) => method === 'POST').length;
  await openWork(<InquiryCard />);
  expect(await screen.findByText('No URL yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create URL' }));
  expect(await screen.findByDisplayValue('https://x.test/api/portal-inquiries/abc')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(/portal-inquiries/)).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Create new URL' }));
  expect(posts()).toBe(1);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('No URL yet.')).toBeVisible();
});
