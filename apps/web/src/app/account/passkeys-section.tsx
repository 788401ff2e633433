import type { AccountSecurity } from '@handover/contract/auth/account-security.ts';
import type { Passkey } from '@handover/contract/auth/passkeys.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { AccountItem, AccountList, AccountSection } from './account-section.tsx';
import styles from './security/security.module.css';
import { hasPasskeys } from '#shared/passkeys/passkey-error.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { securityQuery } from './account-queries.ts';

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'));

export type PasskeyAction = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Passkeys: sign-in by fingerprint, face or PIN of a device. */
export function PasskeysSection(): ReactElement {
  return (
    <AccountSection
      title="Passkeys"
      text="Sign in with a fingerprint, face, or PIN, without a password or code."
    >
      <SecurityPanel rows={1}>{(security) => <Passkeys security={security} />}</SecurityPanel>
    </AccountSection>
  );
}

function Passkeys({ security: { passkeys, passkeyOrigin } }: { security: AccountSecurity }): ReactElement {
  const [act, setAct] = useState<PasskeyAction | null>(null);
  const obstacle = findPasskeyObstacle(passkeyOrigin);
  return (
    <>
      {passkeys.length === 0 ? (
        <p className={styles['none']}>You have no passkeys yet.</p>
      ) : (
        <AccountList>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAct={(kind) => setAct({ kind, passkey })} />
          ))}
        </AccountList>
      )}
      {obstacle === null ? (
        <Button variant="outlined" color="inherit" onClick={() => setAct({ kind: 'add' })}>
          Add passkey
        </Button>
      ) : (
        <p className={styles['note']}>{obstacle}</p>
      )}
      <Suspense>{act !== null && <PasskeyDialog act={act} onClose={() => setAct(null)} />}</Suspense>
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onAct: (kind: 'rename' | 'remove') => void;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onAct }: PasskeyRowProps): ReactElement {
  return (
    <AccountItem
      icon="solar:key-linear"
      title={name}
      note={
        <>
          added <RelativeTime time={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              used <RelativeTime time={lastUsedAt} />
            </>
          )}
        </>
      }
    >
      <MenuButton
        isIconOnly
        label={`Actions for ${name}`}
        actions={[
          { label: 'Rename', icon: 'solar:pen-linear', onSelect: () => onAct('rename') },
          {
            label: 'Remove',
            icon: 'solar:trash-bin-trash-linear',
            isDangerous: true,
            onSelect: () => onAct('remove'),
          },
        ]}
      />
    </AccountItem>
  );
}

/** The reason why a passkey cannot be added here; null if it can. */
function findPasskeyObstacle(origin: string | null): string | null {
  if (origin === null)
    return 'Passkeys do not work when the site is opened by IP address. Ask an administrator to set the public URL to a domain name.';
  if (window.location.origin !== origin)
    return `Passkeys work only at ${origin}. You are at ${window.location.origin}.`;
  return hasPasskeys() ? null : 'This browser does not support passkeys.';
}

interface SecurityPanelProps {
  rows: number;
  children: (security: AccountSecurity) => ReactNode;
}

export function SecurityPanel({ rows, children }: SecurityPanelProps): ReactElement {
  const security = useQuery(securityQuery());
  if (security.data !== undefined) return <>{children(security.data)}</>;
  if (security.isPending) return <ListSkeleton columns={['60%', '40%']} rows={rows} rowHeight={64} />;
  return (
    <FailedState
      title="The security settings could not be loaded"
      text={getErrorMessage(security.error)}
      onRetry={() => void security.refetch()}
    />
  );
}
