import type { AccountSecurity } from '@handover/contract/auth/account-security.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { AccountSection } from './account-section.tsx';
import styles from './security/security.module.css';
import { SecurityPanel } from './passkeys-section.tsx';

const SetUpTwoStep = lazy(() => import('./set-up-two-step.tsx'));
const ChangeTwoStep = lazy(() => import('./change-two-step.tsx'));

type TwoStepChange = 'set-up' | 'renew' | 'disable';

export function TwoStepSection(): ReactElement {
  return (
    <AccountSection
      title="Two-step sign-in"
      text="Protect your account with a code from your phone in addition to your password."
    >
      <SecurityPanel rows={1}>{(security) => <TwoStep security={security} />}</SecurityPanel>
    </AccountSection>
  );
}

function TwoStep({ security: { secondFactor } }: { security: AccountSecurity }): ReactElement {
  const [act, setAct] = useState<TwoStepChange | null>(null);
  const close = (): void => setAct(null);
  return (
    <Stack spacing={2}>
      {secondFactor === null ? (
        <p className={styles['state']}>
          <StatusLabel tone="neutral">Off</StatusLabel> You sign in with only your password.
        </p>
      ) : (
        <OnText {...secondFactor} />
      )}
      <div className={styles['actions']}>
        {secondFactor === null ? (
          <Button variant="outlined" color="inherit" onClick={() => setAct('set-up')}>
            Set up
          </Button>
        ) : (
          <>
            <Button variant="outlined" color="inherit" onClick={() => setAct('renew')}>
              New recovery codes
            </Button>
            <Button variant="outlined" color="error" onClick={() => setAct('disable')}>
              Turn off
            </Button>
          </>
        )}
      </div>
      <Suspense>
        {act === 'set-up' && <SetUpTwoStep onClose={close} />}
        {(act === 'renew' || act === 'disable') && <ChangeTwoStep act={act} onClose={close} />}
      </Suspense>
    </Stack>
  );
}

function OnText({
  enabledAt,
  recoveryCodesLeft: left,
}: NonNullable<AccountSecurity['secondFactor']>): ReactElement {
  return (
    <div>
      <p className={styles['state']}>
        <StatusLabel tone="success">On</StatusLabel>
        <span>
          turned on <RelativeTime time={enabledAt} />
        </span>
      </p>
      <p className={styles['note']}>
        {left === 0 && 'No recovery codes left. Create new ones.'}
        {left === 1 && '1 recovery code left. Create new ones.'}
        {left > 1 && `${String(left)} recovery codes left.`}
      </p>
    </div>
  );
}
