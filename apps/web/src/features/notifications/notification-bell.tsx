import {
  readAllNotifications,
  readNotification,
  type Notification,
} from '@handover/contract/notifications.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { Menu } from '@handover/ui-lite/overlay/menu.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { send } from '../../shared/api/client.ts';
import { refresh } from '../../shared/live/affected-keys.ts';
import { useUser } from '../../shared/session/session-context.tsx';
import styles from './notification-bell.module.css';
import { notificationsQuery } from './notifications.queries.ts';

const icons: Readonly<Record<Notification['type'], string>> = {
  mention: 'solar:chat-round-line-linear',
  'task.assigned': 'solar:checklist-minimalistic-linear',
  'email.received': 'solar:letter-opened-linear',
  'email.failed': 'solar:danger-circle-linear',
  'import.finished': 'solar:import-linear',
  announcement: 'solar:info-circle-linear',
};

/** The bell of the header with the number of unread notifications; it needs the query client above it. */
export function NotificationBell(): ReactElement {
  const { data } = useQuery(notificationsQuery());
  const { open, readAll } = useReading();
  const unreadCount = data?.unreadCount ?? 0;
  const notifications = data?.notifications ?? [];
  return (
    <Menu
      label="Notifications"
      triggerLabel={unreadCount === 0 ? 'Notifications' : `Notifications, ${String(unreadCount)} unread`}
      triggerClassName={styles['trigger']}
      className={styles['popup']}
      trigger={
        <>
          <Icon name="solar:bell-linear" size={22} />
          {unreadCount > 0 && (
            <span className={styles['count']}>{unreadCount > 99 ? '99+' : unreadCount}</span>
          )}
        </>
      }
      header={
        <div className={styles['header']}>
          <p className={styles['title']}>Notifications</p>
          {notifications.length === 0 && <p className={styles['none']}>Nothing for you yet</p>}
        </div>
      }
    >
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          onOpen={() => open(notification)}
        />
      ))}
      {unreadCount > 0 && <MenuItem onSelect={readAll}>Mark all as read</MenuItem>}
    </Menu>
  );
}

function NotificationItem({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen: () => void;
}): ReactElement {
  const { timeZone } = useUser();
  return (
    <MenuItem onSelect={onOpen}>
      <Icon name={icons[notification.type]} size={20} />
      <span className={styles['text']}>
        <span className={notification.isRead ? undefined : styles['unread']}>
          {notification.title}
          {!notification.isRead && <span className="sr-only">, unread</span>}
        </span>{' '}
        <span className={styles['time']}>
          <RelativeTime time={notification.time} timeZone={timeZone} />
        </span>
      </span>
    </MenuItem>
  );
}

/** Marks as read and leads to what a notification is about. That a mark did not arrive shows by the count. */
function useReading(): { open: (notification: Notification) => void; readAll: () => void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? send(readAllNotifications) : send(readNotification, { params: { id } }),
    onSettled: () => refresh(client, { noun: 'notification', customerId: null }),
  });
  return {
    open: ({ id, isRead, type, customerId }) => {
      if (!isRead) mutate(id);
      if (customerId !== null) void navigate(`/admin/users/view/${customerId}`);
      else if (type === 'import.finished') void navigate('/admin/users?import=new');
    },
    readAll: () => mutate(null),
  };
}
