import type { ReactElement } from 'react';
import Stack from '@mui/material/Stack';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The account panel that every role has. */
export default function AccountPage(): ReactElement {
  return (
    <Stack spacing={3} sx={{ maxWidth: 880 }}>
      <ProfileSection />
      <PasswordSection />
      <SessionsSection />
    </Stack>
  );
}
