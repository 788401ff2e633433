import type { Readable } from 'node:stream';

/** One message ready for sending. */
export type OutgoingMessage = {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The whole RFC 5322 message. If the stream fails before its end, the message is not sent. */
  readonly raw: Buffer | Readable;
};

/**
 * Result of a delivery.
 * - `sent`: accepted, except for the `rejected` recipients; `isTemporary` if one of these may be accepted later.
 * - `retry`: not accepted, may be later.
 * - `failed`: not accepted, and will not be.
 * - `uncertain`: the connection was lost after the data was sent.
 */
export type DeliveryOutcome =
  | {
      readonly kind: 'sent';
      readonly response: string;
      readonly rejected: readonly string[];
      readonly isTemporary: boolean;
    }
  | { readonly kind: 'retry' | 'failed' | 'uncertain'; readonly reason: string };

/** An open, authenticated connection to a mail server. */
export type MailSession = {
  /** Sends one message. Never throws. */
  deliver(message: OutgoingMessage): Promise<DeliveryOutcome>;
  close(): void;
};

export type MailTransport = {
  readonly kind: 'smtp' | 'outbox';
  /** Whether the server is this machine. */
  readonly isLocal: boolean;
  /** Opens a session. Throws `MailServerError` when the server is unreachable or rejects the sign-in. */
  open(): Promise<MailSession>;
};

/** The message is shown to users. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError';
}

/** Used without a mail server: messages are stored but not sent. */
export function createOutbox(): MailTransport {
  return {
    kind: 'outbox',
    isLocal: true,
    open: () => Promise.reject(new MailServerError('No mail server is set up.')),
  };
}
