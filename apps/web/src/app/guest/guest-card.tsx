import type { ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { useInstallation } from '#shared/installation/installation.ts';
import { guestIcons } from '#app/icons/guest.generated.ts';
import styles from './guest-card.module.css';

registerIcons(guestIcons);

interface GuestCardProps {
  title: string;
  intro?: ReactNode;
  /** Offers the way to sign-in below the content. */
  hasWayBack?: boolean;
  children?: ReactNode;
}

/** The card of the guests' column: heading, a line about it, and its content. */
export function GuestCard({ title, intro, hasWayBack = true, children }: GuestCardProps): ReactElement {
  const installation = useInstallation();
  const location = useLocation();
  return (
    <section className={styles['card']}>
      <title>{[title, installation?.name].filter(Boolean).join(' · ')}</title>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        {intro !== undefined && <p className={styles['intro']}>{intro}</p>}
      </div>
      {children}
      {hasWayBack && (
        <Link to="/sign-in" state={location.state} className={styles['back']}>
          <Icon name="solar:alt-arrow-left-linear" size={16} />
          Back to sign-in
        </Link>
      )}
    </section>
  );
}
