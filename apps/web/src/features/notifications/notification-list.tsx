import { findNotificationPath } from '@handover/contract/notifications/notification-links.ts';
import type { Notification } from '@handover/contract/notifications/notifications.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Button, IconButton } from '@handover/ui-lite/parts/button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { notificationsQuery, useReading } from './notifications.queries.ts';
import styles from './notification-bell.module.css';

interface NotificationListProps {
  unreadCount: number;
  /** Called when a link is followed. */
  onLeave: () => void;
}

const empty = {
  icon: 'solar:bell-bing-bold-duotone',
  title: 'No notifications yet',
  text: 'Mentions, tasks assigned to you, and email updates will appear here.',
};

const allRead = { icon: 'solar:bell-bing-bold-duotone', title: 'No unread notifications' };

/** The user's notifications, newest first, with links to their records. */
export default function NotificationList({ unreadCount, onLeave }: NotificationListProps): ReactElement {
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const query = useInfiniteQuery(notificationsQuery(isUnreadOnly));
  const { read, readAll, isPending } = useReading();
  const notifications = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <div className={styles['panel']}>
      <div className={styles['acts']}>
        <label className={styles['unreadOnly']}>
          <input
            type="checkbox"
            checked={isUnreadOnly}
            onChange={({ target }) => setUnreadOnly(target.checked)}
          />
          Unread only
        </label>
        {unreadCount > 0 && (
          <Button variant="text" size="small" isPending={isPending} onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </div>
      <PagedPanel
        query={query}
        count={notifications.length}
        empty={isUnreadOnly ? allRead : empty}
        failed="The notifications could not be loaded"
      >
        <ul className={styles['list']}>
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onRead={() => read(notification.id)}
              onLeave={onLeave}
            />
          ))}
        </ul>
        <LoadMore query={query} shown={notifications.length} total={query.data?.pages[0]?.total ?? 0} />
      </PagedPanel>
      <p className={styles['choose']}>
        <Link to="/account#notifications" onClick={onLeave}>
          Notification settings
        </Link>
      </p>
    </div>
  );
}

interface NotificationItemProps {
  notification: Notification;
  onRead: () => void;
  onLeave: () => void;
}

function NotificationItem({ notification, onRead, onLeave }: NotificationItemProps): ReactElement {
  const { timeZone, role } = useUser();
  const { title, time, isRead, type } = notification;
  const place = findNotificationPath(notification, role);
  const text = (
    <>
      <span className={styles['icon']}>
        <Icon name={getIcon(type)} size={20} />
      </span>
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span>
        {!isRead && <span className="sr-only">, unread</span>}{' '}
        <span className={styles['time']}>
          <RelativeTime time={time} timeZone={timeZone} />
        </span>
      </span>
    </>
  );
  return (
    <li className={classNames(styles['item'], !isRead && styles['unread'])}>
      {place === null ? (
        <div className={styles['entry']}>{text}</div>
      ) : (
        <Link
          to={place}
          className={styles['entry']}
          onClick={() => {
            if (!isRead) onRead();
            onLeave();
          }}
        >
          {text}
        </Link>
      )}
      {!isRead && (
        <IconButton icon="solar:check-read-linear" label={`Mark as read: ${title}`} onClick={onRead} />
      )}
    </li>
  );
}

type Kind = Notification['type'];

const icons: Readonly<Record<Kind, string>> = {
  mention: 'solar:chat-round-line-linear',
  'task.assigned': 'solar:checklist-minimalistic-linear',
  'task.reminder': 'solar:alarm-linear',
  'task.asked': 'solar:checklist-minimalistic-linear',
  'task.sent': 'solar:paperclip-linear',
  'agreement.requested': 'solar:shield-check-linear',
  'agreement.answered': 'solar:shield-check-linear',
  'agreement.expiring': 'solar:alarm-linear',
  'profile.requested': 'solar:document-text-linear',
  'profile.answered': 'solar:document-text-linear',
  'room.requested': 'solar:cloud-upload-bold-duotone',
  'room.uploaded': 'solar:cloud-upload-bold-duotone',
  'room.overdue': 'solar:alarm-linear',
  'question.asked': 'solar:question-circle-linear',
  'question.answered': 'solar:chat-round-line-linear',
  'question.requested': 'solar:question-circle-linear',
  'question.published': 'solar:chat-round-line-linear',
  'document.quarantined': 'solar:shield-check-linear',
  'diligence.added': 'solar:question-circle-linear',
  'diligence.answered': 'solar:checklist-minimalistic-linear',
  'deal.approval': 'solar:user-check-linear',
  'deal.decided': 'solar:user-check-linear',
  'offer.made': 'solar:hand-money-linear',
  'offer.answered': 'solar:hand-money-linear',
  'offer.ending': 'solar:calendar-linear',
  'valuation.released': 'solar:document-text-linear',
  'access.shared': 'solar:users-group-rounded-linear',
  'email.received': 'solar:letter-opened-linear',
  'email.failed': 'solar:danger-circle-linear',
  'email.unknown': 'solar:question-circle-linear',
  'inquiry.received': 'solar:hand-money-linear',
  'buyer.expiring': 'solar:history-linear',
  'proof.sent': 'solar:wallet-money-linear',
  'proof.answered': 'solar:wallet-money-linear',
  'import.finished': 'solar:import-linear',
  'bulk.finished': 'solar:checklist-minimalistic-linear',
  announcement: 'solar:info-circle-linear',
  'webhook.disabled': 'solar:danger-circle-linear',
  'mailbox.refused': 'solar:danger-circle-linear',
  'shared-mailbox.refused': 'solar:danger-circle-linear',
  'mailbox.lost': 'solar:danger-circle-linear',
  'shared-mailbox.lost': 'solar:danger-circle-linear',
  'mailbox.set-aside': 'solar:letter-opened-linear',
  'shared-mailbox.set-aside': 'solar:letter-opened-linear',
  'backup.failed': 'solar:danger-circle-linear',
  'license.expiring': 'solar:calendar-linear',
  'engagement.ending': 'solar:calendar-linear',
};

function getIcon(kind: Kind): string {
  return icons[kind];
}
