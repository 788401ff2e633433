import { findNotificationPath } from '@handover/contract/notifications/notification-links.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { NotificationBell } from './notification-bell.tsx';

const aNotification = (isRead: boolean) => ({
  id: anId(1),
  title: 'Jordan mentioned you',
  type: 'mention',
  time: '2026-11-20T15:00:00.000Z',
  isRead,
  customerId: anId(7),
  businessId: null,
  dealId: null,
  subject: null,
});

function stubNotifications(profile = aProfile()): ReturnType<typeof stubApi> {
  let isRead = false;
  const read = () => void (isRead = true);
  const answers = {
    'GET /notifications': () => ({
      notifications: [aNotification(isRead)],
      unreadCount: isRead ? 0 : 1,
      total: 1,
      nextCursor: null,
    }),
    'POST /notifications/{id}/read': read,
    'POST /notifications/read-all': read,
  };
  return stubApi(answers, profile);
}

/** The effects of a live notice. */
function Notice(): ReactElement {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh({ noun: 'notification', customerId: null })}>
      Notice
    </button>
  );
}

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

it('counts unread notifications, links to the record, and marks them as read', async () => {
  const user = userEvent.setup();
  stubNotifications();
  await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await user.click(await screen.findByRole('link', { name: /Jordan mentioned you, unread/ }));
  expect(getUrl().pathname + getUrl().search).toBe(`/admin/users/view/${anId(7)}?tab=notes`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible());
  expect(screen.queryByRole('link', { name: /Jordan/ })).not.toBeInTheDocument();
});

it('is used by keyboard, and closes before the record opens', async () => {
  const user = userEvent.setup();
  stubNotifications();
  await openWork(<NotificationBell />);
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  await user.tab();
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toHaveFocus();
  await user.keyboard('{Enter}');
  const link = await screen.findByRole('link', { name: /Jordan/ });
  for (let steps = 0; document.activeElement !== link && steps < 5; steps += 1) await user.tab();
  expect(link).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(getUrl().pathname).toBe(`/admin/users/view/${anId(7)}`);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('counts again when a notification arrives, also in the open list', async () => {
  const user = userEvent.setup();
  let titles = ['First'];
  stubApi({
    'GET /notifications': () => ({
      notifications: titles.map((title, index) => ({ ...aNotification(false), id: anId(index), title })),
      unreadCount: titles.length === 1 ? 1 : 120,
      total: titles.length,
      nextCursor: null,
    }),
  });
  await openWork(
    <>
      <NotificationBell />
      <Notice />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await screen.findByRole('link', { name: /First/ });
  titles = ['Second', 'First'];
  await user.click(screen.getByText('Notice'));
  expect(await screen.findByRole('link', { name: /Second/ })).toBeVisible();
  const bell = await screen.findByRole('button', { name: 'Notifications, 120 unread' });
  expect(bell).toHaveTextContent('99+');
});

it.each(['Mark all as read', 'Mark as read: Jordan mentioned you'])('%s', async (name) => {
  const user = userEvent.setup();
  stubNotifications();
  await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('button', { name })).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: /^Jordan mentioned you(?!, unread)/ })).toBeVisible();
});

it('shows only unread notifications', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /notifications': ({ query }) => {
      const notifications = query.get('unread') === 'true' ? [] : [aNotification(true)];
      return { notifications, unreadCount: 0, total: notifications.length, nextCursor: null };
    },
  });
  await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByRole('link', { name: /Jordan/ });
  await user.click(screen.getByRole('checkbox', { name: 'Unread only' }));
  expect(await screen.findByText('No unread notifications')).toBeVisible();
  expect(calls.at(-1)?.query.get('unread')).toBe('true');
  const choices = screen.getByRole('link', { name: 'Notification settings' });
  expect(choices).toHaveAttribute('href', '/account#notifications');
});

it('shows empty and failed states', async () => {
  const user = userEvent.setup();
  stubApi({
    'GET /notifications': () => ({ notifications: [], unreadCount: 0, total: 0, nextCursor: null }),
  });
  const { unmount } = await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('No notifications yet')).toBeVisible();
  unmount();
  stubApi({ 'GET /notifications': () => errorResponse(403, 'FORBIDDEN') });
  await openWork(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('The notifications could not be loaded')).toBeVisible();
});

it('opens the exact item on its record for staff, and client tasks only for clients', () => {
  const nothing = { customerId: null, businessId: null, dealId: null, recordType: null, subject: null };
  expect(findNotificationPath({ ...nothing, type: 'email.unknown' }, 'ADMIN')).toBe('/admin/users/triage');
  expect(findNotificationPath({ ...nothing, type: 'announcement' }, 'ADMIN')).toBeNull();
  expect(findNotificationPath({ ...nothing, type: 'import.finished', recordType: 'business' }, 'STAFF')).toBe(
    '/admin/business-center?import=new',
  );
  expect(findNotificationPath({ ...nothing, type: 'bulk.finished', recordType: 'task' }, 'STAFF')).toBe(
    '/admin/tasks?bulk=recent',
  );
  const note = { ...nothing, type: 'mention', subject: { kind: 'note', id: anId(3) } } as const;
  expect(findNotificationPath({ ...note, customerId: anId(7) }, 'STAFF')).toBe(
    `/admin/users/view/${anId(7)}?tab=notes#note-${anId(3)}`,
  );
  expect(findNotificationPath({ ...note, businessId: anId(8) }, 'STAFF')).toBe(
    `/admin/business-center/businesses/${anId(8)}?tab=notes#note-${anId(3)}`,
  );
  const message = { kind: 'message', id: anId(5) } as const;
  const attachment = { ...nothing, type: 'document.quarantined', subject: message } as const;
  expect(findNotificationPath({ ...attachment, customerId: anId(7) }, 'STAFF')).toBe(
    `/admin/users/view/${anId(7)}?tab=conversation#message-${anId(5)}`,
  );
  const task = { ...nothing, type: 'task.assigned', subject: { kind: 'task', id: anId(4) } } as const;
  expect(findNotificationPath(task, 'STAFF')).toBe(`/admin/tasks?task=${anId(4)}`);
  expect(findNotificationPath({ ...note, customerId: anId(7) }, 'CLIENT')).toBeNull();
  expect(findNotificationPath({ ...task, type: 'task.asked', customerId: anId(7) }, 'CLIENT')).toBe(
    '/user/dashboard',
  );
});
