import { getErrorMessage } from '#shared/api/api-error.ts';

/** A failed passkey call, with a message for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

const texts: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey request was canceled or timed out. Try again.',
  AbortError: 'The passkey request was canceled. Try again.',
  InvalidStateError: 'This device already has one of your passkeys.',
  NotSupportedError: 'This device cannot store passkeys.',
  SecurityError: 'Passkeys require a secure connection (https).',
};

/** The browser's error as a message for the user. */
export function toPasskeyError(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : '';
  return new PasskeyError(texts[name] ?? 'This passkey could not be used.', { cause: error });
}

/** The message to show for an error of a passkey call. */
export function getPasskeyMessage(error: unknown): string {
  return error instanceof PasskeyError ? error.message : getErrorMessage(error);
}

/** Whether this browser supports passkeys at this address. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}
