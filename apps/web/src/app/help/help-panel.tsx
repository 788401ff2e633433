import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { useState, type ReactElement } from 'react';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import { useInstallation } from '#shared/installation/installation.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { areShortcutsOn, setShortcutsOn, useShortcuts } from '#shared/shortcuts/shortcuts.ts';
import styles from './help-panel.module.css';

interface HelpPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Guides, the shortcuts of the current page, and contact details. */
export default function HelpPanel({ isOpen, onClose }: HelpPanelProps): ReactElement {
  const user = useOptionalUser();
  const guides = getRoleLevel(user?.role) >= getRoleLevel('STAFF') ? staffGuides : clientGuides;
  return (
    <Sheet title="Help" side="right" isOpen={isOpen} onClose={onClose}>
      <div className={styles['panel']}>
        {user !== null && (
          <section className={styles['section']}>
            <h3>Guides</h3>
            {guides.map(({ title, text }) => (
              <details key={title} className={styles['guide']}>
                <summary>{title}</summary>
                <p>{text}</p>
              </details>
            ))}
          </section>
        )}
        <Shortcuts isSignedIn={user !== null} />
        <Contact isSignedIn={user !== null} />
      </div>
    </Sheet>
  );
}

function Shortcuts({ isSignedIn }: { isSignedIn: boolean }): ReactElement {
  const shortcuts = useShortcuts();
  const [isOn, setOn] = useState(areShortcutsOn);
  const toggle = (): void => {
    setShortcutsOn(!isOn);
    setOn(!isOn);
  };
  return (
    <section className={styles['section']}>
      <h3>Keyboard shortcuts</h3>
      <dl className={styles['keys']}>
        {isSignedIn && (
          <div className={styles['key']}>
            <dt>
              <kbd>Ctrl K</kbd>
            </dt>
            <dd>Search everything</dd>
          </div>
        )}
        {shortcuts.map(({ key, label }) => (
          <div key={key} className={styles['key']}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className={styles['switch']}>
        <input type="checkbox" checked={isOn} onChange={toggle} />
        Use single-key shortcuts
      </label>
    </section>
  );
}

function Contact({ isSignedIn }: { isSignedIn: boolean }): ReactElement | null {
  const installation = useInstallation();
  const email = installation?.supportEmail ?? null;
  const phone = installation?.supportPhone ?? null;
  if (email === null && phone === null && !isSignedIn) return null;
  return (
    <section className={styles['section']}>
      <h3>Contact</h3>
      {email === null && phone === null && <p>Contact the person at your brokerage who invited you.</p>}
      {email !== null && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {phone !== null && (
        <p>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
    </section>
  );
}

interface Guide {
  readonly title: string;
  readonly text: string;
}

const staffGuides: readonly Guide[] = [
  {
    title: 'Find a customer',
    text: 'Open Users Management and type part of a name, email address, phone number, company, or NPI. The list updates as you type.',
  },
  {
    title: 'Work with a customer',
    text: 'Open the customer from the list. Add notes, emails, tasks, calls, and meetings at the top of the page. The timeline below shows the newest activity first.',
  },
  {
    title: 'Import a list',
    text: 'In Users Management, choose Import and drop a CSV file or Excel workbook. You can review the rows before importing and download skipped rows with the reasons.',
  },
  {
    title: 'Switch workspaces',
    text: 'Select the workspace name at the top of the menu. Lists and records always belong to the current workspace.',
  },
];

const clientGuides: readonly Guide[] = [
  {
    title: 'Contact your broker',
    text: 'Your broker’s name and email address are on your dashboard.',
  },
  {
    title: 'Keep your account safe',
    text: 'Select your picture at the top right and open your account to see where you are signed in. Sign out devices you don’t recognize, then change your password.',
  },
];
