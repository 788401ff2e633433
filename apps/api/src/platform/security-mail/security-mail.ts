import { deviceName } from '@handover/contract/device-name.ts';
import type { Platform } from '#platform/platform.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { getAddressee } from './security-mail.queries.ts';

/** What happened to an account. */
export type SecurityEvent =
  | { readonly kind: 'password-changed' }
  | { readonly kind: 'second-factor-on' }
  | { readonly kind: 'second-factor-off' }
  | { readonly kind: 'second-factor-removed'; readonly by: string }
  | { readonly kind: 'recovery-codes-renewed' }
  | { readonly kind: 'recovery-code-used'; readonly left: number }
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly name: string }
  | { readonly kind: 'new-device' }
  | { readonly kind: 'email-change-asked' | 'email-changed'; readonly newEmail: string }
  | { readonly kind: 'locked-out' }
  | { readonly kind: 'rescue-link-made' };

type Message = {
  readonly userId: string;
  readonly event: SecurityEvent;
  /** Where it came from, as far as known. */
  readonly origin?: { readonly ipAddress: string; readonly userAgent: string };
  /** Instead of the user's address, where that has just changed. */
  readonly to?: string;
};

/**
 * Tells a user by mail what happened to their account, in the same transaction. Plain text without any
 * link, so that it cannot be imitated into a trap.
 */
export async function notifySecurityChange(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  { userId, event, origin, to }: Message,
): Promise<void> {
  const { email, display_name: name, time_zone: timeZone, brand } = await getAddressee(work.db, userId);
  const { subject, text, isOwnAct = true } = describe(event);
  const lines = [
    `Hello ${name},`,
    '',
    text,
    '',
    `When: ${timeText(work.now, timeZone ?? 'UTC')}`,
    ...(origin === undefined ? [] : [`From: ${deviceName(origin.userAgent)}, ${origin.ipAddress}`]),
    '',
    ...(isOwnAct ? ['If this was you, there is nothing to do.', ''] : []),
    `${isOwnAct ? 'If it was not you' : 'If this surprises you'}: open the sign-in page yourself, set a new password with “Forgot your password?”, end unknown devices and remove unknown passkeys under “Your account”, and tell your administrator.`,
    '',
    brand,
    '',
  ];
  await queueSystemMail(work, platform, { to: to ?? email, subject, text: lines.join('\n') });
}

type Description = {
  readonly subject: string;
  readonly text: string;
  /** False for what the user themselves never does. */
  readonly isOwnAct?: boolean;
};

function describe(event: SecurityEvent): Description {
  switch (event.kind) {
    case 'second-factor-removed':
      return {
        subject: 'Two-step sign-in was removed',
        text: `${event.by} removed your authenticator app and recovery codes, so that you can sign in by password. Set up two-step sign-in again under “Your account”.`,
        isOwnAct: false,
      };
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        text: `Somebody signed in with your password and a recovery code. ${left(event.left)}`,
      };
    case 'passkey-added':
      return {
        subject: 'A passkey was added',
        text: `The passkey “${event.name}” can now sign in to your account.`,
      };
    case 'passkey-removed':
      return {
        subject: 'A passkey was removed',
        text: `The passkey “${event.name}” can no longer sign in to your account.`,
      };
    case 'email-change-asked':
      return {
        subject: 'Another e-mail address was asked for',
        text: `Your account is to use ${event.newEmail}. This happens once the mail sent there is answered. Until then nothing changes; you can take it back under “Your account”.`,
      };
    case 'email-changed':
      return {
        subject: 'Your e-mail address was changed',
        text: `Your account now uses ${event.newEmail}. This address no longer signs in.`,
      };
    default:
      return plain[event.kind];
  }
}

/** What says the same each time. */
const plain = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other sessions ended.',
  },
  'second-factor-on': {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app is now asked for when you sign in by password.',
  },
  'second-factor-off': {
    subject: 'Two-step sign-in is off',
    text: 'Your authenticator app and recovery codes are no longer asked for.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made. The ones before no longer work.',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: 'Your account was signed in to from a device or network that it was not used on before.',
  },
  'locked-out': {
    subject: 'Too many failed sign-ins',
    text: 'There were more than ten failed attempts to sign in to your account, so it takes no password for up to 15 minutes. Your open sessions go on.',
  },
  'rescue-link-made': {
    subject: 'A rescue link for your account was made',
    text: 'Whoever runs the server made a one-time link that sets a new password for your account and removes two-step sign-in. It works for 60 minutes.',
  },
} as const satisfies Record<string, Description>;

function left(count: number): string {
  return count === 1 ? 'One recovery code is left.' : `${String(count)} recovery codes are left.`;
}

function timeText(instant: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    instant,
  );
  return `${text} (${timeZone})`;
}
