import type { Readable } from 'node:stream';
import {
  simpleParser,
  type AddressObject,
  type Attachment,
  type EmailAddress,
  type ParsedMail as Parsed,
  type SimpleParserOptions,
} from 'mailparser';
import { isManageableHtml, shownParts, toSafeHtml, type SafeHtml } from '#lib/mail/html.ts';
import { storable, toPlainText } from '#lib/mail/text.ts';
import { readBounce } from './read-bounce.ts';
import type { ParsedAttachment, ParsedMail } from './parsed-mail.ts';

const maxTextCharacters = 200_000;
const maxHtmlCharacters = 500_000;
const maxAddresses = 200;
const maxReferences = 50;
const maxAttachments = 100;

const options: SimpleParserOptions & { keepDeliveryStatus: boolean } = {
  keepCidLinks: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
};

export type ReadMail = { readonly mail: ParsedMail; readonly contents: readonly Buffer[] };

/** Reads a raw RFC 5322 message. Runs in a process of its own: what comes from outside may take any time and memory. */
export async function readMail(raw: Readable): Promise<ReadMail> {
  const parsed = await simpleParser(raw, options);
  const html = safeHtmlOf(parsed);
  const attachments = parsed.attachments.slice(0, maxAttachments);
  const shown = html === null ? new Set<string>() : shownParts(html.html);
  return {
    mail: {
      messageId: messageIds(parsed.messageId)[0] ?? null,
      inReplyTo: messageIds(parsed.inReplyTo)[0] ?? null,
      references: messageIds(parsed.references).slice(-maxReferences),
      from: senderOf(parsed.from),
      to: addressesOf(parsed.to),
      cc: addressesOf(parsed.cc),
      subject: oneLine(parsed.subject ?? '', 500),
      date: dateOf(parsed.date),
      text: textOf(parsed, html),
      html: html?.html ?? null,
      hasRemoteImages: html?.hasRemoteImages ?? false,
      bounce: readBounce(parsed),
      attachments: attachments.map((attachment) => describe(attachment, shown)),
    },
    contents: attachments.map((attachment) => attachment.content),
  };
}

function safeHtmlOf({ html }: Parsed): SafeHtml | null {
  if (html === false || html === undefined || !isManageableHtml(html)) return null;
  const safe = toSafeHtml(storable(html));
  return safe.html.trim() === '' || safe.html.length > maxHtmlCharacters ? null : safe;
}

function textOf({ text = '', html: rawHtml }: Parsed, html: SafeHtml | null): string {
  const given = text.trim() === '' && html !== null ? toPlainText(html.html) : text;
  const isLost = given.trim() === '' && html === null && typeof rawHtml === 'string' && rawHtml.trim() !== '';
  return storable(
    isLost ? '(This message cannot be shown. Its original is kept.)' : given.slice(0, maxTextCharacters),
  );
}

/** Message-IDs with angle brackets; what is no id is left out. */
function messageIds(header: string | readonly string[] | undefined): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(' ');
  return [...text.slice(0, 100_000).matchAll(/<[^<>\s]{1,900}>/g)].map(([id]) => storable(id));
}

function senderOf(from: AddressObject | undefined): ParsedMail['from'] {
  const first = flatten(from?.value ?? []).find(({ address }) => address !== undefined && address !== '');
  if (first?.address === undefined) return null;
  const name = oneLine(first.name, 200);
  return { name: name === '' ? null : name, address: oneLine(first.address, 320) };
}

function addressesOf(field: AddressObject | readonly AddressObject[] | undefined): string[] {
  const objects = field === undefined ? [] : [field].flat();
  const addresses = flatten(objects.flatMap((object) => object.value)).flatMap(({ address }) =>
    address === undefined || address === '' ? [] : [oneLine(address, 320)],
  );
  return [...new Set(addresses)].slice(0, maxAddresses);
}

function flatten(addresses: readonly EmailAddress[]): EmailAddress[] {
  return addresses.flatMap((address) => (address.group === undefined ? [address] : address.group));
}

function dateOf(date: Date | undefined): Date | null {
  return date === undefined ||
    Number.isNaN(date.getTime()) ||
    date.getFullYear() < 1970 ||
    date.getFullYear() > 9999
    ? null
    : date;
}

function describe(
  { filename, contentType, content, cid }: Attachment,
  shown: ReadonlySet<string>,
): ParsedAttachment {
  const name = oneLine(filename ?? '', 1000)
    .replace(/^.*[\\/]/, '')
    .slice(-255)
    .toWellFormed();
  return {
    name: name === '' ? 'attachment' : name,
    contentType: /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(contentType)
      ? contentType.toLowerCase()
      : 'application/octet-stream',
    sizeBytes: content.length,
    contentId: cid !== undefined && shown.has(cid) ? oneLine(cid, 500) : null,
  };
}

function oneLine(text: string, max: number): string {
  return storable(
    text
      .replace(/[\u0000-\u001F\u007F\s]+/g, ' ')
      .trim()
      .slice(0, max),
  );
}
