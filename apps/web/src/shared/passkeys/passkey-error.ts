import { messageOf } from '#shared/api/api-error.ts';

/** Why the browser gave no passkey, as a sentence for the person at the screen. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was canceled, or took too long.',
  AbortError: 'No passkey was used: it was canceled.',
  InvalidStateError: 'This device already has one of your passkeys.',
  NotSupportedError: 'This device cannot store passkeys.',
  SecurityError: 'Passkeys need a secure page: https, or localhost.',
};

/** What the browser threw, in words. */
export function passkeyErrorOf(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : '';
  return new PasskeyError(texts[name] ?? 'This passkey could not be used.', { cause: error });
}

/** The sentence to show for anything that a ceremony threw. */
export function passkeyMessageOf(error: unknown): string {
  return error instanceof PasskeyError ? error.message : messageOf(error);
}

/** Whether this browser knows passkeys, here. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
