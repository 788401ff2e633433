import type { HeaderValue, ParsedMail as Parsed } from 'mailparser';
import type { ParsedBounce } from './parsed-mail.ts';

const maxReportCharacters = 100_000;

/** What a delivery report (RFC 3464) says about which message; null for any other mail. */
export function readBounce({
  headers,
  attachments,
}: Pick<Parsed, 'headers' | 'attachments'>): ParsedBounce | null {
  if (!isDeliveryReport(headers.get('content-type'))) return null;
  const report = textOf(attachments, (type) => type === 'message/delivery-status');
  const original = textOf(
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

function textOf(attachments: Parsed['attachments'], isWanted: (contentType: string) => boolean): string {
  const part = attachments.find(({ contentType }) => isWanted(contentType));
  return part === undefined ? '' : part.content.subarray(0, maxReportCharacters).toString('latin1');
}
