import { MailServerError, type MailTransport } from './transport.ts';

/** Stands where no mail server is configured: messages stay here, and say so. */
export function createOutbox(): MailTransport {
  return {
    kind: 'outbox',
    isLocal: true,
    open: () => Promise.reject(new MailServerError('No mail server is configured.')),
  };
}
