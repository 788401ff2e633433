import Stack from '@mui/material/Stack';
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { findOrigin } from '#shared/session/session-store.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';
import { changePassword, changePasswordBody, passwordMinLength } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { applyServerErrors, submitAndWait } from '#shared/forms/form-validation.ts';
import styles from './account-nav.module.css';
import { AccountSection } from './account-section.tsx';
import { sessionsQuery } from './account-queries.ts';
import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';

const SessionsSection = lazy(() => import('./sessions-section.tsx'));
const NotificationsSection = lazy(() => import('./notifications-section.tsx'));
const SignatureSection = lazy(() => import('./signature-section.tsx'));
const MailboxSection = lazy(() => import('./mailbox-section.tsx'));

/**
 * The account page for every role. If two-step sign-in is overdue, its setup comes first and the workspace is hidden.
 */
export default function AccountPage(): ReactElement {
  const isBlocked = useUser().twoStep?.isOverdue === true;
  // Fixed while the page is open, since moving the factors would close the dialog with the recovery codes.
  const [wasBlocked] = useState(isBlocked);
  return (
    <div className={styles['page']}>
      {!isBlocked && <AccountNav />}
      <div className={styles['parts']}>
        {wasBlocked && !isBlocked && <AccessRestored />}
        {wasBlocked && <Factors />}
        <Part id="profile">
          <ProfileSection />
        </Part>
        <Part id="security">
          <PasswordSection />
          {!wasBlocked && <Factors />}
        </Part>
        <Suspense>
          <Part id="devices">
            <SessionsSection />
          </Part>
          {!isBlocked && <NotificationsSection />}
          <Part id="signature">
            <SignatureSection />
          </Part>
          {!isBlocked && (
            <Part id="mailbox">
              <MailboxSection />
            </Part>
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** Scroll targets of the navigation. */
function Part({ id, children }: { id: keyof typeof accountParts; children: ReactNode }): ReactElement {
  return (
    <div id={id} className={styles['part']}>
      {children}
    </div>
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
function AccessRestored(): ReactElement {
  const location = useLocation();
  return (
    <Alert severity="success" role="status">
      You have access to the workspace again. <Link to={findOrigin(location.state) ?? '/'}>Continue</Link>
    </Alert>
  );
}

type PasswordValues = BodyInput<typeof changePassword>;

/** Changing the password ends all other sessions. */
export function PasswordSection(): ReactElement {
  const user = useUser();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const form = useForm<PasswordValues>({
    resolver: zodResolver(changePasswordBody),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const change = useMutation({
    mutationFn: (body: PasswordValues) => send(changePassword, { body }),
    onSuccess: async () => {
      toasts.done('Password changed. You were signed out on all other devices.');
      await queryClient.invalidateQueries(sessionsQuery());
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CURRENT_PASSWORD_WRONG')
        form.setError('currentPassword', { message: error.detail }, { shouldFocus: true });
      else applyServerErrors(error, form.setError, ['currentPassword', 'newPassword']);
    },
  });

  const { reset, formState } = form;
  const { isSubmitSuccessful } = formState;
  // Only after the submit has ended, or the empty form would count as submitted and show errors while typing.
  useEffect(() => {
    if (isSubmitSuccessful) reset();
  }, [isSubmitSuccessful, reset]);
  return (
    <AccountSection title="Password" text="Use a long password, such as a few words you can remember.">
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit(submitAndWait(change.mutateAsync))}
      >
        {form.formState.errors.root !== undefined && (
          <Alert severity="error">{form.formState.errors.root.message}</Alert>
        )}
        <FormTextField
          control={form.control}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <FormTextField
          control={form.control}
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${String(passwordMinLength)} characters`}
        />
        <div>
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </Stack>
    </AccountSection>
  );
}

/** The sections of the account page, by their anchors in the URL. */
const accountParts = {
  profile: 'Profile',
  security: 'Sign-in and security',
  devices: 'Devices',
  notifications: 'Notifications',
  signature: 'Signature',
  mailbox: 'My mailbox',
} as const;

/** Clients cannot write email, so they do not need these sections. */
const forStaff: readonly string[] = ['signature', 'mailbox'];

/** Links to the sections of the page, beside them on a wide screen and above them on a narrow one. */
function AccountNav(): ReactElement {
  const { hash } = useLocation();
  const isStaff = getRoleLevel(useUser().role) >= roleLevels.STAFF;
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
