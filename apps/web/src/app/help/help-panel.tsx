import { levelOf } from '@handover/contract/roles.ts';
import { useState, type ReactElement } from 'react';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import { useInstallation } from '#shared/installation/installation.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { areShortcutsOn, setShortcutsOn, useShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { clientGuides, staffGuides } from './guides.ts';
import styles from './help-panel.module.css';

interface HelpPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Guides, the shortcuts of the page as it stands, and whom to ask. */
export default function HelpPanel({ isOpen, onClose }: HelpPanelProps): ReactElement {
  const user = useOptionalUser();
  const guides = levelOf(user?.role) >= levelOf('STAFF') ? staffGuides : clientGuides;
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
        <Contact />
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
        Single keys are shortcuts
      </label>
    </section>
  );
}

function Contact(): ReactElement {
  const installation = useInstallation();
  const email = installation?.supportEmail ?? null;
  const phone = installation?.supportPhone ?? null;
  return (
    <section className={styles['section']}>
      <h3>Contact</h3>
      {email === null && phone === null && <p>Ask the person at your brokerage who invited you.</p>}
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
