import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { originOf } from '#shared/session/session-store.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

const NotificationsSection = lazy(() => import('./notifications-section.tsx'));
const SignatureSection = lazy(() => import('./signature-section.tsx'));
const MailboxSection = lazy(() => import('./mailbox-section.tsx'));

/** The account page for every role. While two-step sign-in is overdue, its setup comes first and nothing of the workspace is shown. */
export default function AccountPage(): ReactElement {
  const isBlocked = useUser().twoStep?.isOverdue === true;
  return (
    <Stack spacing={3} sx={{ maxWidth: 880 }}>
      <AccessRestored isBlocked={isBlocked} />
      {isBlocked && <Factors />}
      <ProfileSection />
      <PasswordSection />
      {!isBlocked && <Factors />}
      <SessionsSection />
      <Suspense>
        {!isBlocked && <NotificationsSection />}
        <SignatureSection />
        {!isBlocked && <MailboxSection />}
      </Suspense>
    </Stack>
  );
}

function Factors(): ReactElement {
  return (
    <>
      <TwoStepSection />
      <PasskeysSection />
    </>
  );
}

/** After an overdue setup is completed, links back to the page the user came from. */
function AccessRestored({ isBlocked }: { isBlocked: boolean }): ReactElement | null {
  const [wasBlocked] = useState(isBlocked);
  const location = useLocation();
  if (!wasBlocked || isBlocked) return null;
  return (
    <Alert tone="success" isLive>
      You have access to the workspace again. <Link to={originOf(location.state) ?? '/'}>Continue</Link>
    </Alert>
  );
}
