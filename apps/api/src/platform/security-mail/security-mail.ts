import { getDeviceName } from '@handover/contract/auth/device-name.ts';
import type { Platform } from '#platform/platform.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { getAddressee } from './security-mail.queries.ts';

export type SecurityEvent =
  | { readonly kind: 'password-changed'; readonly removedPasskeys: readonly string[] }
  | { readonly kind: 'address-proven' }
  | { readonly kind: 'second-factor-on' }
  | { readonly kind: 'second-factor-off' }
  | { readonly kind: 'second-factor-removed'; readonly by: string }
  | { readonly kind: 'recovery-codes-renewed' }
  | { readonly kind: 'recovery-code-used'; readonly left: number }
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly name: string }
  | { readonly kind: 'new-device' }
  | { readonly kind: 'email-change-asked' | 'email-changed'; readonly newEmail: string }
  | { readonly kind: 'superadmin-added' | 'superadmin-removed' }
  | { readonly kind: 'locked-out' }
  | { readonly kind: 'rescue-link-made' };

type Message = {
  readonly userId: string;
  readonly event: SecurityEvent;
  /** Device and address, if known. */
  readonly origin?: { readonly ipAddress: string; readonly userAgent: string };
  /** Replaces the user's address if that has just changed. */
  readonly to?: string;
};

/**
 * Emails a user about a security event of their account, in the same transaction. Plain text without links, which
 * phishing could imitate.
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
    `When: ${formatTime(work.now, timeZone ?? 'UTC')}`,
    ...(origin === undefined ? [] : [`From: ${getDeviceName(origin.userAgent)}, ${origin.ipAddress}`]),
    '',
    ...(isOwnAct ? ['If this was you, no action is needed.', ''] : []),
    isOwnAct ? 'If this wasn’t you:' : 'If you did not expect this:',
    '1. Open the sign-in page yourself and set a new password with “Forgot your password?”.',
    '2. Under “Your account”, sign out devices and remove passkeys you don’t recognize.',
    '3. Ask your administrator for help.',
    '',
    brand,
    '',
  ];
  await queueSystemMail(work, platform, { to: to ?? email, subject, text: lines.join('\n') });
}

type Description = {
  readonly subject: string;
  readonly text: string;
  /** False for events that the user never causes. */
  readonly isOwnAct?: boolean;
};

function describe(event: SecurityEvent): Description {
  switch (event.kind) {
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        text: [
          'The password of your account was changed. All other sessions were signed out.',
          ...event.removedPasskeys.map((name) => `The passkey “${name}” was removed.`),
        ].join(' '),
      };
    case 'second-factor-removed':
      return {
        subject: 'Two-step sign-in was removed',
        text: `${event.by} removed your authenticator app and recovery codes, so that you can sign in with your password. Set up two-step sign-in again under “Your account”.`,
        isOwnAct: false,
      };
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        text: `Someone signed in with your password and a recovery code. ${formatRemaining(event.left)}`,
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
        subject: 'Email address change requested',
        text: `Your email address will change to ${event.newEmail} once the email sent there is confirmed. Until then nothing changes, and you can cancel it under “Your account”.`,
      };
    case 'email-changed':
      return {
        subject: 'Your email address was changed',
        text: `Your account now uses ${event.newEmail}. You can no longer sign in with this address.`,
      };
    default:
      return plain[event.kind];
  }
}

/** Events with a fixed text. */
const plain = {
  'address-proven': {
    subject: 'Your email address was confirmed',
    text: 'Your email address was confirmed. For security, your earlier password, two-step sign-in, passkeys, API keys, calendar links, and sessions were removed.',
  },
  'second-factor-on': {
    subject: 'Two-step sign-in is on',
    text: 'Signing in with your password now also requires your authenticator app.',
  },
  'second-factor-off': {
    subject: 'Two-step sign-in is off',
    text: 'Your authenticator app and recovery codes are no longer required.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created. The previous ones no longer work.',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: 'Someone signed in to your account from a new device or network.',
  },
  'locked-out': {
    subject: 'Too many failed sign-ins',
    text: 'After more than ten failed attempts, password sign-in is blocked for up to 15 minutes. You are still signed in on your devices.',
  },
  'superadmin-added': {
    subject: 'You are now a superadmin',
    text: 'Another superadmin made you a superadmin. You can run the installation and open every workspace.',
    isOwnAct: false,
  },
  'superadmin-removed': {
    subject: 'You are no longer a superadmin',
    text: 'Another superadmin removed you as a superadmin. Your sessions were signed out and your API keys were revoked.',
    isOwnAct: false,
  },
  'rescue-link-made': {
    subject: 'A recovery link for your account was created',
    text: 'A server administrator created a one-time link that sets a new password for your account and removes two-step sign-in. It expires in 60 minutes.',
  },
} as const satisfies Record<string, Description>;

function formatRemaining(count: number): string {
  return `You have ${String(count)} recovery ${count === 1 ? 'code' : 'codes'} left.`;
}

function formatTime(instant: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    instant,
  );
  return `${text} (${timeZone})`;
}
