import Stack from '@mui/material/Stack';
import { lazy, Suspense, type ReactElement } from 'react';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';

const NotificationsSection = lazy(() => import('./notifications/notifications-section.tsx'));
const SignatureSection = lazy(() => import('./signature-section.tsx'));
const MailboxSection = lazy(() => import('./mailbox-section.tsx'));

/** The account panel that every role has. */
export default function AccountPage(): ReactElement {
  return (
    <Stack spacing={3} sx={{ maxWidth: 880 }}>
      <ProfileSection />
      <PasswordSection />
      <TwoStepSection />
      <PasskeysSection />
      <SessionsSection />
      <Suspense>
        <NotificationsSection />
        <SignatureSection />
        <MailboxSection />
      </Suspense>
    </Stack>
  );
}
