import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import styles from './notification-bell.module.css';
import { unreadCountQuery } from './notifications.queries.ts';

const NotificationList = lazy(() => import('./notification-list.tsx'));

/**
 * The bell in the header with the number of unread notifications. Opens the notifications at the edge of the window.
 */
export function NotificationBell(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { data: unreadCount = 0 } = useQuery(unreadCountQuery());
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles['trigger']}
        aria-haspopup="dialog"
        aria-label={unreadCount === 0 ? 'Notifications' : `Notifications, ${String(unreadCount)} unread`}
        onClick={() => setOpen(true)}
      >
        <Icon name="solar:bell-linear" size={22} />
        {unreadCount > 0 && <span className={styles['count']}>{unreadCount > 99 ? '99+' : unreadCount}</span>}
      </button>
      <Sheet title="Notifications" side="right" isOpen={isOpen} onClose={close}>
        {isOpen && (
          <Suspense>
            <NotificationList unreadCount={unreadCount} onLeave={close} />
          </Suspense>
        )}
      </Sheet>
    </>
  );
}
