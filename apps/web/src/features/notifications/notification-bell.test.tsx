import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '../../../test-setup/records.ts';
import { openWork, place, stubApi } from '../../../test-setup/work.tsx';
import { NotificationBell } from './notification-bell.tsx';

const mention = (isRead: boolean) => ({
  id: anId(1),
  title: 'Jordan mentioned you',
  type: 'mention',
  time: '2026-11-20T15:00:00.000Z',
  isRead,
  customerId: anId(7),
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('counts what is unread, leads to its record and marks it as read', async () => {
  const user = userEvent.setup();
  let isRead = false;
  stubApi({
    'GET /notifications': () => ({
      notifications: [mention(isRead)],
      unreadCount: isRead ? 0 : 1,
      total: 1,
      nextCursor: null,
    }),
    'POST /notifications/{id}/read': () => void (isRead = true),
  });
  await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await user.click(screen.getByRole('menuitem', { name: /Jordan mentioned you, unread/ }));
  expect(place().pathname).toBe(`/admin/users/view/${anId(7)}`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible());
});
