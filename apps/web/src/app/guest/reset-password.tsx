import type { previewReset, ResetPreview } from '@handover/contract/auth/account-security.ts';
import type { resetPassword } from '@handover/contract/auth/auth.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Field, PasswordField } from '@handover/ui-lite/parts/field.tsx';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSchemaForm } from '#shared/forms/use-schema-form.ts';
import { BrokenLink, GuestCard, GuestForm } from '#app/guest-card/guest-card.tsx';
import { LinkPreview } from '#app/guest-card/link-preview.tsx';
import { clearLinkToken, useLinkToken } from '#app/guest-card/one-time-link.ts';
import styles from './reset-password.module.css';

const previewCall: CallOf<typeof previewReset> = { method: 'POST', path: '/auth/reset-preview' };
const resetCall: CallOf<typeof resetPassword> = { method: 'POST', path: '/auth/reset-password' };
const loadSchema = async () => (await import('@handover/contract/auth/auth.ts')).resetPasswordBody;
const advice =
  'If you already set a new password, sign in with it. Otherwise, request a new link with “Forgot your password?”.';

const loadReset = async (token: string, signal: AbortSignal): Promise<ResetPreview> =>
  (await send(previewCall, { body: { token } }, { signal })).reset;

export default function ResetPassword(): ReactElement {
  const token = useLinkToken();
  return (
    <LinkPreview token={token} title="Set a new password" advice={advice} load={loadReset}>
      {(reset) => <ResetForm token={token} reset={reset} />}
    </LinkPreview>
  );
}

function ResetForm({ token, reset }: { token: string; reset: ResetPreview }): ReactElement {
  const { isFirstProof, passkeys, hasSecondFactor } = reset;
  const [keepPasskeyIds, setKeepPasskeyIds] = useState<readonly string[]>([]);
  const [isDone, setDone] = useState(false);
  const form = useSchemaForm<BodyInput<typeof resetPassword>>({
    loadSchema,
    extra: { token, keepPasskeyIds },
    onSubmit: async (body, idempotencyKey) => {
      await send(resetCall, { body }, { idempotencyKey });
      clearLinkToken();
      setDone(true);
    },
  });
  if (isDone)
    return (
      <GuestCard title="Password changed">
        <Alert tone="success" isLive>
          Sign in with your new password. You were signed out on all devices, and your API keys and calendar
          links were removed.
        </Alert>
      </GuestCard>
    );
  if (form.errorCode === 'LINK_INVALID' || form.errors['token'] !== undefined)
    return <BrokenLink advice={advice} />;
  return (
    <GuestCard title="Set a new password" intro="Use a long password, such as a few words you can remember.">
      <GuestForm form={form} submitLabel="Set password">
        {isFirstProof && (
          <Alert tone="info">
            This also confirms your email address. Passkeys, two-step sign-in, API keys, and calendar links
            set up before will be removed.
          </Alert>
        )}
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          error={form.errors['newPassword']}
          hint="At least 12 characters"
        />
        {passkeys.length > 0 && (
          <PasskeyChoice passkeys={passkeys} selected={keepPasskeyIds} onChange={setKeepPasskeyIds} />
        )}
        {hasSecondFactor && <SecondFactorChoice error={form.errors['secondFactorCode']} />}
      </GuestForm>
    </GuestCard>
  );
}

interface PasskeyChoiceProps {
  passkeys: ResetPreview['passkeys'];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}

function PasskeyChoice({ passkeys, selected, onChange }: PasskeyChoiceProps): ReactElement {
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>Passkeys to keep</legend>
      <p className={styles['note']}>Select the ones you recognize. The others will be removed.</p>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Checkbox
          key={id}
          label={name}
          note={`Added ${formatDay(createdAt)} · ${lastUsedAt === null ? 'not used yet' : `last used ${formatDay(lastUsedAt)}`}`}
          isChecked={selected.includes(id)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...selected, id] : selected.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  );
}

/** Turning two-step sign-in off requires a code, so that access to the mailbox alone is not enough. */
function SecondFactorChoice({ error }: { error: string | undefined }): ReactElement {
  const [isOn, setOn] = useState(true);
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>Two-step sign-in</legend>
      <Checkbox
        label="Keep the authenticator app"
        note="Signing in will ask for its code."
        isChecked={isOn}
        onChange={setOn}
      />
      {!isOn && (
        <Field
          label="Code from the app, or a recovery code"
          name="secondFactorCode"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          hint="If you have neither, keep the app and ask your administrator to remove it."
        />
      )}
    </fieldset>
  );
}

interface CheckboxProps {
  label: string;
  note: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

function Checkbox({ label, note, isChecked, onChange }: CheckboxProps): ReactElement {
  return (
    <label className={styles['option']}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span className={styles['name']}>{label}</span>
      <span className={styles['note']}>{note}</span>
    </label>
  );
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** "Nov 3, 2026". */
function formatDay(time: string): string {
  return dayFormat.format(new Date(time));
}
