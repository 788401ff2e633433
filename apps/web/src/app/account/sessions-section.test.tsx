import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import SessionsSection from './sessions-section.tsx';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
const makeSession = (id: string, userAgent: string) => ({
  id,
  isCurrent: id === 'own',
  userAgent,
  ipAddress: '203.0.113.7',
  createdAt: '2026-11-01T12:00:00Z',
  lastSeenAt: '2026-11-02T12:00:00Z',
});

it('groups sign-ins by device, and signs out those of one device except this one', async () => {
  const calls = stubApi({
    'GET /auth/sessions': () => ({
      sessions: [makeSession('own', windows), makeSession('older', windows), makeSession('phone', iPhone)],
    }),
    'DELETE /auth/sessions/older': () => undefined,
  });
  await openWork(<SessionsSection />);
  const [computer, phone, ...more] = await screen.findAllByRole('listitem');
  expect(more).toEqual([]);
  expect(computer).toHaveTextContent(/Chrome on Windows.*This device.*2 sign-ins/);
  expect(phone).toHaveTextContent(/iPhone.*203\.0\.113\.7/);
  await userEvent.click(
    within(computer ?? document.body).getByRole('button', { name: /^Sign out others on/ }),
  );
  const listDeleted = () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  await waitFor(() => expect(listDeleted()).toEqual(['/auth/sessions/older']));
});
