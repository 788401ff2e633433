import type { Readable } from 'node:stream';

/** One message as it goes over the wire. */
export type OutgoingMessage = {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The whole RFC 5322 message. A stream that fails before its end takes the message back. */
  readonly raw: Buffer | Readable;
};

/**
 * What became of a delivery.
 * - `sent`: the server took it, except for the `rejected` recipients.
 * - `retry`: it certainly did not, and may later.
 * - `failed`: it certainly did not, and will not.
 * - `uncertain`: the connection broke after the data left; nobody knows.
 */
export type DeliveryOutcome =
  | { readonly kind: 'sent'; readonly response: string; readonly rejected: readonly string[] }
  | { readonly kind: 'retry' | 'failed' | 'uncertain'; readonly reason: string };

/** An open, greeted and authenticated connection to a mail server. */
export type MailSession = {
  /** Hands over one message; never throws. */
  deliver(message: OutgoingMessage): Promise<DeliveryOutcome>;
  close(): void;
};

export type MailTransport = {
  readonly kind: 'smtp' | 'outbox';
  /** Whether the server is this machine, so that no mail leaves it through us. */
  readonly isLocal: boolean;
  /** Opens a session. Throws `MailServerError` when the server cannot be reached or refuses the sign-in. */
  open(): Promise<MailSession>;
};

/** The message is meant for the person who waits for the mail. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError';
}
