import { createHash, verify, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';

export type PdfSignature = {
  /** Whether digest and signature fit the covered bytes. */
  readonly isValid: boolean;
  /** Whether everything but the signature itself is covered. */
  readonly coversAll: boolean;
  readonly certificate: X509Certificate;
};

/** Checks the signature of a PDF with node:crypto alone, as a PDF reader does. Throws if there is none. */
export function verifyPdf(pdf: Buffer): PdfSignature {
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(pdf.toString('latin1'));
  const [start = 0, length = 0, next = 0, rest = 0] = (range ?? []).slice(1).map(Number);
  if (range === null) throw new Error('This PDF is not signed');
  const covered = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)]);
  const cms = Buffer.from(pdf.toString('latin1', length + 1, next - 1), 'hex');
  const content = AsnConvert.parse(removePadding(cms), ContentInfo);
  const signed = AsnConvert.parse(content.content, SignedData);
  const signer = signed.signerInfos[0];
  const certificateAsn = signed.certificates?.[0]?.certificate;
  if (signer === undefined || certificateAsn === undefined) throw new Error('No signer');
  const certificate = new X509Certificate(Buffer.from(AsnConvert.serialize(certificateAsn)));
  const attributes = signer.signedAttrs ?? [];
  const digest = attributes.find(({ attrType }) => attrType === '1.2.840.113549.1.9.4')?.attrValues[0];
  const expected = createHash('sha256').update(covered).digest();
  // Without the tag and the length of the octet string.
  const isDigest = digest !== undefined && Buffer.from(digest).subarray(2).equals(expected);
  const encoded = Buffer.concat(attributes.map((attribute) => Buffer.from(AsnConvert.serialize(attribute))));
  const set = Buffer.concat([Buffer.from([0x31, 0x81, encoded.length]), encoded]);
  const isSigned = verify('sha256', set, certificate.publicKey, Buffer.from(signer.signature.buffer));
  return {
    isValid: isDigest && isSigned,
    coversAll: start === 0 && pdf[length] === 0x3c && pdf[next - 1] === 0x3e && next + rest === pdf.length,
    certificate,
  };
}

/** Only as many bytes as the outer sequence has; the rest is reserved space. */
function removePadding(cms: Buffer): Buffer {
  return cms.subarray(0, 4 + cms.readUInt16BE(2));
}
