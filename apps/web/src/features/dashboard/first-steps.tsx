import type { FirstSteps as Steps } from '@handover/contract/dashboard.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { Panel } from './panel.tsx';
import styles from './first-steps.module.css';

/**
 * The setup of a workspace, for its administrators. The records determine which steps are done. Shown while the
 * workspace is empty, and then until all steps are done or the user hides it in this browser.
 */
export function FirstSteps({ steps }: { steps: Steps }): ReactElement | null {
  const { workspaceId } = useUser();
  const hiding = useHidden(`first-steps-hidden:${workspaceId ?? ''}`);
  if (!isShown(steps, hiding.isHidden)) return null;
  return (
    <Panel
      title={steps.isEmpty ? 'Welcome. Set up your workspace in four steps' : 'Setup'}
      {...(!steps.isEmpty && { action: { label: 'Hide', run: hiding.hide } })}
    >
      <ol className={styles['steps']}>
        <ImportStep steps={steps} />
        <InviteStep steps={steps} />
        <MailStep steps={steps} />
        <AddressStep steps={steps} />
      </ol>
    </Panel>
  );
}

function isShown(steps: Steps, isHidden: boolean): boolean {
  const { isEmpty, isSample, hasInvited, hasMailServer, hasPostalAddress } = steps;
  const isDone = hasData(steps) && hasInvited && hasMailServer && hasPostalAddress;
  return isEmpty || (!isSample && !isHidden && !isDone);
}

function hasData({ hasImported, hasCustomers }: Steps): boolean {
  return hasImported || hasCustomers;
}

function useHidden(storageKey: string): { isHidden: boolean; hide: () => void } {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) !== null);
  return {
    isHidden,
    hide: () => {
      localStorage.setItem(storageKey, 'yes');
      setHidden(true);
    },
  };
}

function ImportStep({ steps }: { steps: Steps }): ReactElement {
  return (
    <Step
      icon="solar:import-bold-duotone"
      title="Add your customers"
      isDone={hasData(steps)}
      action={
        <>
          <Link className={getButtonClass()} to="/admin/users?import=new">
            Import a file
          </Link>
          <Link className={getButtonClass('outlined')} to="/admin/users/create">
            Add one manually
          </Link>
        </>
      }
    >
      Use a CSV or Excel file from your previous system. Review it before importing.
    </Step>
  );
}

function InviteStep({ steps }: { steps: Steps }): ReactElement {
  return (
    <Step
      icon="solar:user-plus-rounded-bold-duotone"
      title="Invite your team"
      isDone={steps.hasInvited}
      action={
        <Link className={getButtonClass('outlined')} to="/admin/settings/people">
          Invite members
        </Link>
      }
    >
      Staff work with customers and businesses. Administrators manage the workspace.
    </Step>
  );
}

function MailStep({ steps }: { steps: Steps }): ReactElement {
  return (
    <Step
      icon="solar:letter-bold-duotone"
      title="Connect your mail server"
      isDone={steps.hasMailServer}
      action={
        <Link className={getButtonClass('outlined')} to="/admin/settings/mail">
          Set up email
        </Link>
      }
    >
      {steps.hasMailServer
        ? 'Your emails are sent through your own mail server.'
        : 'Until then, your emails are saved and marked as not delivered.'}
    </Step>
  );
}

function AddressStep({ steps }: { steps: Steps }): ReactElement {
  return (
    <Step
      icon="solar:home-2-bold-duotone"
      title="Add your postal address"
      isDone={steps.hasPostalAddress}
      action={
        <Link className={getButtonClass('outlined')} to="/admin/settings/workspace">
          Add address
        </Link>
      }
    >
      Bulk email must contain it.
    </Step>
  );
}

interface StepProps {
  icon: string;
  title: string;
  isDone: boolean;
  action: ReactNode;
  children: ReactNode;
}

function Step({ icon, title, isDone, action, children }: StepProps): ReactElement {
  return (
    <li className={styles['step']}>
      <span className={isDone ? styles['done'] : styles['icon']}>
        <Icon name={isDone ? 'solar:check-circle-bold' : icon} size={24} />
      </span>
      <h3 className={styles['title']}>
        {title}
        {isDone && <span className={styles['mark']}>Done</span>}
      </h3>
      <p className={styles['text']}>{children}</p>
      {!isDone && <div className={styles['actions']}>{action}</div>}
    </li>
  );
}
