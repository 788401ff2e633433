import type { Readable } from 'node:stream';
import {
  type AddressObject,
  type Attachment,
  type EmailAddress,
  type HeaderValue,
  type ParsedMail as Parsed,
  simpleParser,
  type SimpleParserOptions,
} from 'mailparser';
import { isManageableHtml, type SafeHtml, listShownParts, toSafeHtml } from '#lib/mail/html.ts';
import { toStorable, toPlainText } from '#lib/mail/text.ts';
import type { ParsedAttachment, ParsedBounce, ParsedMail } from './parsed-mail.ts';
import { scanMail } from './scan-mail.ts';

const maxTextCharacters = 200_000;
const maxHtmlCharacters = 500_000;
const maxAddresses = 200;
const maxReferences = 50;
/** Limits; anything beyond them is not read. */
export const maxAttachments = 100;

const options: SimpleParserOptions & { keepDeliveryStatus: boolean } = {
  keepCidLinks: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextLinks: true,
};

type ReadMail = { readonly mail: ParsedMail; readonly contents: readonly Buffer[] };

/**
 * Parses a raw RFC 5322 message. Runs in a separate process, because untrusted input may take unlimited time and
 * memory.
 */
export async function readMail(raw: Readable): Promise<ReadMail> {
  const parsed = await simpleParser(raw, options);
  const html = extractSafeHtml(parsed);
  const attachments = parsed.attachments.slice(0, maxAttachments);
  const shown = html === null ? new Set<string>() : listShownParts(html.html);
  const subject = toSingleLine(parsed.subject ?? '', 500);
  const text = toText(parsed, html);
  return {
    mail: {
      messageId: parseMessageIds(parsed.messageId)[0] ?? null,
      inReplyTo: parseMessageIds(parsed.inReplyTo)[0] ?? null,
      references: parseMessageIds(parsed.references).slice(-maxReferences),
      from: getSender(parsed.from),
      to: listAddresses(parsed.to),
      cc: listAddresses(parsed.cc),
      subject,
      date: toValidDate(parsed.date),
      text,
      html: html?.html ?? null,
      hasRemoteImages: html?.hasRemoteImages ?? false,
      bounce: readBounce(parsed),
      isReport: isDeliveryReport(parsed.headers.get('content-type')),
      isAutoReply: isAutoReply(parsed),
      hasReturnPath: hasReturnPath(parsed),
      attachments: attachments.map((attachment) => describe(attachment, shown)),
      ...scanMail({ subject, text, html: html?.html ?? null, attachments }),
    },
    contents: attachments.map((attachment) => attachment.content),
  };
}

function extractSafeHtml({ html }: Parsed): SafeHtml | null {
  if (html === false || html === undefined || !isManageableHtml(html)) return null;
  const safe = toSafeHtml(toStorable(html));
  return safe.html.trim() === '' || safe.html.length > maxHtmlCharacters ? null : safe;
}

function toText({ text = '', html: rawHtml }: Parsed, html: SafeHtml | null): string {
  const given = text.trim() === '' && html !== null ? toPlainText(html.html) : text;
  const isLost = given.trim() === '' && html === null && typeof rawHtml === 'string' && rawHtml.trim() !== '';
  return toStorable(
    isLost ? '(This message cannot be shown. The original was saved.)' : given.slice(0, maxTextCharacters),
  );
}

/** Message-IDs with angle brackets; drops invalid ones. */
function parseMessageIds(header: string | readonly string[] | undefined): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(' ');
  return [...text.slice(0, 100_000).matchAll(/<[^<>\s]{1,900}>/g)].map(([id]) => toStorable(id));
}

function getSender(from: AddressObject | undefined): ParsedMail['from'] {
  const first = flatten(from?.value ?? []).find(({ address }) => address !== undefined && address !== '');
  if (first?.address === undefined) return null;
  const name = toSingleLine(first.name, 200);
  return { name: name === '' ? null : name, address: toSingleLine(first.address, 320) };
}

function listAddresses(field: AddressObject | readonly AddressObject[] | undefined): string[] {
  const objects = field === undefined ? [] : [field].flat();
  const addresses = flatten(objects.flatMap((object) => object.value)).flatMap(({ address }) =>
    address === undefined || address === '' ? [] : [toSingleLine(address, 320)],
  );
  return [...new Set(addresses)].slice(0, maxAddresses);
}

function flatten(addresses: readonly EmailAddress[]): EmailAddress[] {
  return addresses.flatMap((address) => (address.group === undefined ? [address] : address.group));
}

function toValidDate(date: Date | undefined): Date | null {
  return date === undefined ||
    Number.isNaN(date.getTime()) ||
    date.getFullYear() < 1970 ||
    date.getFullYear() > 9999
    ? null
    : date;
}

function describe({ filename, content, cid }: Attachment, shown: ReadonlySet<string>): ParsedAttachment {
  const name = toSingleLine(filename ?? '', 1000)
    .replace(/^.*[\\/]/, '')
    .slice(-255)
    .toWellFormed();
  return {
    name: name === '' ? 'attachment' : name,
    sizeBytes: content.length,
    contentId: cid !== undefined && shown.has(cid) ? toSingleLine(cid, 500) : null,
  };
}

function toSingleLine(text: string, max: number): string {
  return toStorable(
    text
      .replace(/[\u0000-\u001F\u007F\s]+/g, ' ')
      .trim()
      .slice(0, max),
  );
}

const maxReportCharacters = 100_000;

/** False if the last server, which adds the field at the top, received an empty return path (RFC 5321, 4.5.5). */
function hasReturnPath({ headerLines }: Pick<Parsed, 'headerLines'>): boolean {
  const field = headerLines.find(({ key }) => key === 'return-path')?.line ?? '';
  return !/^return-path:\s*<\s*>/i.test(field);
}

/**
 * Exchange marks its out-of-office notices as `auto-generated` (RFC 3834), but so do portals and web forms; only the
 * notices reply to a message.
 */
function isAutoReply({ headers, inReplyTo }: Pick<Parsed, 'headers' | 'inReplyTo'>): boolean {
  const valueOf = (name: string): string => {
    const value = headers.get(name);
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const submitted = /^[a-z-]*/.exec(valueOf('auto-submitted'))?.[0] ?? '';
  if (submitted === 'auto-replied' || headers.has('x-autoreply') || headers.has('x-autorespond')) return true;
  if (valueOf('precedence') === 'auto_reply') return true;
  return submitted !== '' && submitted !== 'no' && inReplyTo !== undefined;
}

/** Reads a delivery report (RFC 3464); null for any other mail. */
function readBounce({ headers, attachments }: Pick<Parsed, 'headers' | 'attachments'>): ParsedBounce | null {
  if (!isDeliveryReport(headers.get('content-type'))) return null;
  const report = getPartText(attachments, (type) => type === 'message/delivery-status');
  const original = getPartText(
    attachments,
    (type) =>
      type === 'message/rfc822' || type === 'text/rfc822-headers' || type === 'message/rfc822-headers',
  );
  const messageId = /^message-id:\s*(<[^<>\s]{1,900}>)/im.exec(original)?.[1];
  const action = /^action:[ \t]*([a-z]+)/im.exec(report)?.[1]?.toLowerCase();
  if (messageId === undefined || (action !== 'failed' && action !== 'delayed')) return null;
  return {
    messageId,
    recipient: /^(?:final|original)-recipient:[^;\n]*;[ \t]*<?([^\s<>]{1,320})/im.exec(report)?.[1] ?? null,
    status: /^status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? null,
    isFinal: action === 'failed',
  };
}

function isDeliveryReport(header: HeaderValue | undefined): boolean {
  if (
    typeof header !== 'object' ||
    !('value' in header) ||
    header.value !== 'multipart/report' ||
    !('params' in header)
  )
    return false;
  return header.params['report-type']?.toLowerCase() === 'delivery-status';
}

function getPartText(attachments: Parsed['attachments'], isMatch: (contentType: string) => boolean): string {
  const part = attachments.find(({ contentType }) => isMatch(contentType));
  return part === undefined ? '' : part.content.subarray(0, maxReportCharacters).toString('latin1');
}
