import { formatLongDate } from '@handover/domain/format-date.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { identityMethodNames } from '@handover/contract/agreements/agreements.ts';
import { parseAgreementBlocks } from '@handover/domain/agreement-text.ts';
import type { PdfBlock, PdfBrand, PdfDocument } from '#platform/pdf/pdf-document.ts';
import type { AgreementRow } from './agreements.queries.ts';

/** The signed agreement: its text, the signature, and on the last page the evidence. */
export function createAgreementDocument(row: AgreementRow, brand: PdfBrand): PdfDocument {
  const signedAt = row.closed_at ?? row.sent_at;
  return {
    title: row.title,
    createdAt: signedAt,
    brand,
    headerNote: 'Confidential',
    footerNote: `${row.title}, ${row.customer_name}`,
    blocks: [
      { kind: 'heading', level: 1, text: row.title },
      ...parseAgreementBlocks(row.text ?? '').map(({ kind, text }): PdfBlock =>
        kind === 'heading' ? { kind, level: 2, text } : { kind, text },
      ),
      { kind: 'heading', level: 2, text: 'Signature' },
      ...createSignatureBlocks(row, signedAt),
      { kind: 'pageBreak' },
      { kind: 'heading', level: 1, text: 'Signature certificate' },
      { kind: 'facts', entries: listEvidence(row, signedAt) },
      { kind: 'heading', level: 2, text: 'Consent' },
      { kind: 'paragraph', text: row.consent ?? '' },
      { kind: 'heading', level: 2, text: 'How to verify this document' },
      {
        kind: 'paragraph',
        text: 'This PDF carries a cryptographic signature over all of its bytes. A PDF reader shows in its signature panel whether the document was changed after signing. The SHA-256 hash is computed from the text above, in UTF-8, exactly as shown to the signer before signing.',
      },
    ],
  };
}

/** Buyer, title, and the day of the signature in the workspace's time zone. */
export function getSignedFileName(
  row: Pick<AgreementRow, 'customer_name' | 'title' | 'closed_at' | 'sent_at' | 'time_zone'>,
): string {
  const day = toCalendarDate(row.closed_at ?? row.sent_at, row.time_zone);
  return `${`${row.customer_name}, ${row.title}`.slice(0, 180)}, ${day}.pdf`;
}

function createSignatureBlocks(row: AgreementRow, signedAt: Date): PdfBlock[] {
  const name = row.signer_name ?? '';
  const drawing = row.signature_drawing;
  return [
    drawing === null
      ? { kind: 'paragraph', style: 'signature', text: name }
      : { kind: 'drawing', ...drawing, description: `Drawn signature of ${name}` },
    {
      kind: 'facts',
      entries: [
        { label: 'Name', value: name },
        { label: 'For', value: row.customer_name },
        { label: 'Signed', value: formatTime(signedAt, row.time_zone) },
      ],
    },
  ];
}

function listEvidence(row: AgreementRow, signedAt: Date): { label: string; value: string }[] {
  const entries: readonly (readonly [string, string | null])[] = [
    ['Document', row.title],
    ['Document ID', row.id],
    ['SHA-256 hash of the text', row.text_sha256?.toString('hex') ?? null],
    ['Template', `${row.template_name ?? ''}, version ${String(row.text_number)}`],
    ['Sent by', `${row.sender_name}, ${row.workspace_name}`],
    ['Sent', formatTime(row.sent_at, row.time_zone)],
    ['Sent to', row.sent_to],
    ['Opened', row.opened_at === null ? null : formatTime(row.opened_at, row.time_zone)],
    ['Signed', formatTime(signedAt, row.time_zone)],
    ['Addressee', row.customer_name],
    ['Signed as', row.signer_name],
    ['Name', row.is_other_name ? 'The signer’s name does not match the recipient’s name' : null],
    ['Signature type', row.signature_kind === 'drawn' ? 'Drawn' : 'Typed name'],
    ['Identity', row.identity_method === null ? null : identityMethodNames[row.identity_method]],
    ['IP address', row.ip_address],
    ['Browser', row.user_agent],
    ['Request ID', row.request_id],
    ['In effect until', row.expires_on === null ? 'No end' : formatLongDate(row.expires_on)],
  ];
  return entries.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]));
}

/** In the workspace's time zone, and in UTC. */
function formatTime(time: Date, timeZone: string): string {
  const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone });
  return `${local.format(time)} (${time.toISOString()})`;
}
