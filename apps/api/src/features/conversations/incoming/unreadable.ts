import type { ParsedMail } from '#adapters/mail/parsing/parsed-mail.ts';

/** Stands for a message that no parser could read, so that it is seen and its original can be had. */
export const unreadableMail: Omit<ParsedMail, 'attachments'> & { readonly attachments: readonly never[] } = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  subject: '(unreadable message)',
  date: null,
  text: 'This message could not be read. Its original is kept.',
  html: null,
  hasRemoteImages: false,
  bounce: null,
  attachments: [],
};
