import type { ReactElement } from 'react';
import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { Link, useLocation } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import styles from './account-nav.module.css';

/** The parts of the account page by their names in the address. */
export const accountParts = {
  profile: 'Profile',
  security: 'Sign-in and security',
  devices: 'Devices',
  notifications: 'Notifications',
  signature: 'Signature',
  mailbox: 'My mailbox',
} as const;

/** Clients write no email from here. */
const forStaff: readonly string[] = ['signature', 'mailbox'];

/** Links to the parts of the page; beside them on a wide screen, else above. */
export function AccountNav(): ReactElement {
  const { hash } = useLocation();
  const isStaff = levelOf(useUser().role) >= roleLevels.STAFF;
  const shown = Object.entries(accountParts).filter(([id]) => isStaff || !forStaff.includes(id));
  return (
    <nav aria-label="Account" className={classNames(styles['nav'], edgeFade['edges'])}>
      {shown.map(([id, title]) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          className={styles['link']}
          aria-current={hash === `#${id}` ? 'location' : undefined}
          onClick={() => document.getElementById(id)?.scrollIntoView()}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
