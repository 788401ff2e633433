import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMessage } from './transport.ts';

export type OutgoingAttachment = {
  readonly name: string;
  readonly contentType: string;
  /** Opens attachments one at a time. */
  open(): Promise<Readable>;
};

export type MailContent = {
  readonly from: { readonly name: string | null; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** Envelope recipients only. */
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** With angle brackets, like the next two. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly date: Date;
  /** Additional headers by name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments: readonly OutgoingAttachment[];
};

/** Streams a message with text, optional HTML, and attachments. */
export function composeMail(content: MailContent): OutgoingMessage {
  const { from, to, cc, bcc, html, inReplyTo, references } = content;
  const composer = new MailComposer({
    from: { name: from.name ?? '', address: from.address },
    to: to.map(toNamedAddress),
    cc: cc.map(toNamedAddress),
    subject: content.subject,
    text: content.text,
    ...(html === null ? {} : { html: `<!doctype html><html><body>${html}</body></html>` }),
    messageId: content.messageId,
    ...(inReplyTo === null ? {} : { inReplyTo }),
    references: [...references],
    date: content.date,
    headers: { ...content.headers },
    attachments: content.attachments.map(({ name, contentType, open }) => ({
      filename: name,
      contentType,
      content: Readable.from(openLazily(open), { objectMode: false }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  });
  return {
    envelope: { from: from.address, to: [...to, ...cc, ...bcc] },
    raw: composer.compile().createReadStream(),
  };
}

/** In this form the address is not parsed for names, comments, or further addresses. */
function toNamedAddress(address: string): { name: string; address: string } {
  return { name: '', address };
}

async function* openLazily(open: () => Promise<Readable>): AsyncGenerator<unknown> {
  yield* await open();
}
