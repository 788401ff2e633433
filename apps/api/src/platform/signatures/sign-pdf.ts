import { maxSignatureBytes, signDetached } from './cms.ts';
import type { SigningIdentity } from './signing-identity.ts';

type Details = {
  readonly signer: string;
  readonly reason: string;
  readonly signedAt: Date;
};

const rangePlaceholder = '/ByteRange [0 0000000000 0000000000 0000000000]';

/**
 * Adds a signature (PAdES, ETSI.CAdES.detached) over the whole document as an incremental update; the existing bytes do
 * not change. For PDFs with a classic cross-reference table, as `createPdf` writes them. Throws for others.
 */
export function signPdf(pdf: Buffer, identity: SigningIdentity, details: Details): Buffer {
  const prepared = withPlaceholder(pdf, details);
  const start = prepared.indexOf(`/Contents <${'0'.repeat(16)}`) + '/Contents '.length;
  const end = start + 2 * maxSignatureBytes + 2;
  const numbers = [start, end, prepared.length - end].map((number) => String(number).padStart(10, '0'));
  prepared.write(`/ByteRange [0 ${numbers.join(' ')}]`, prepared.indexOf(rangePlaceholder), 'latin1');
  const covered = Buffer.concat([prepared.subarray(0, start), prepared.subarray(end)]);
  const signature = signDetached(covered, identity).toString('hex');
  if (signature.length > 2 * maxSignatureBytes) throw new Error('The signature is larger than its space');
  prepared.write(signature, start + 1, 'latin1');
  return prepared;
}

/** The document with an invisible signature field that is still empty. */
function withPlaceholder(pdf: Buffer, { signer, reason, signedAt }: Details): Buffer {
  const source = pdf.toString('latin1');
  const trailer = /trailer\n<<\n\/Size (\d+)\n\/Root (\d+) 0 R\n([^]*?)>>\nstartxref\n(\d+)\n%%EOF\n?$/.exec(
    source,
  );
  const [, size, root, rest = '', previous] = trailer ?? [];
  const page = /\n(\d+) 0 obj\n<<\n\/Type \/Page\n/.exec(source)?.[1];
  if (size === undefined || root === undefined || page === undefined)
    throw new Error('This PDF has no cross-reference table that can be continued');
  const value = Number(size);
  const field = value + 1;
  const objects: readonly (readonly [number, string])[] = [
    [
      value,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n${rangePlaceholder}\n/Contents <${'0'.repeat(2 * maxSignatureBytes)}>\n/Name ${toTextString(signer)} /Reason ${toTextString(reason)} /M (${formatPdfDate(signedAt)}) >>`,
    ],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /Rect [0 0 0 0] /F 132 /V ${String(value)} 0 R /P ${page} 0 R >>`,
    ],
    [
      Number(root),
      extendDictionary(source, root, `/AcroForm << /Fields [${String(field)} 0 R] /SigFlags 3 >>`),
    ],
    [Number(page), extendDictionary(source, page, `/Annots [${String(field)} 0 R]`)],
  ];
  let update = source.endsWith('\n') ? '' : '\n';
  const table: string[] = [];
  for (const [number, content] of objects.toSorted(([a], [b]) => a - b)) {
    const offset = String(pdf.length + update.length).padStart(10, '0');
    table.push(`${String(number)} 1\n${offset} 00000 n \n`);
    update += `${String(number)} 0 obj\n${content}\nendobj\n`;
  }
  const startOfTable = String(pdf.length + update.length);
  update += `xref\n${table.join('')}trailer\n<<\n/Size ${String(field + 1)}\n/Root ${root} 0 R\n${rest}/Prev ${String(previous)}\n>>\nstartxref\n${startOfTable}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, 'latin1')]);
}

/** A dictionary object with one more entry. */
function extendDictionary(source: string, number: string, entry: string): string {
  const start = source.indexOf(`\n${number} 0 obj\n<<\n`);
  const end = source.indexOf('\n>>\nendobj', start);
  const content = source.slice(start + `\n${number} 0 obj\n`.length, end);
  if (start === -1 || end === -1 || content.includes(entry.split(' ')[0] ?? ''))
    throw new Error(`Object ${number} of this PDF cannot be extended`);
  return `${content}\n${entry}\n>>`;
}

/** UTF-16 in hexadecimal, which needs no escaping. */
function toTextString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

function formatPdfDate(date: Date): string {
  return `D:${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`;
}
