import { createHash, sign } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import type { SigningIdentity } from './signing-identity.ts';

const sha256WithRsa = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null });
const sha256Only = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });

/** Upper limit of the size of a signature by `signDetached`, for the space reserved in a PDF. */
export const maxSignatureBytes = 8192;

/**
 * A detached CMS signature (RFC 5652) over the bytes, as required by PAdES baseline B: SHA-256 with RSA, the
 * certificate included and bound by the signing-certificate-v2 attribute (RFC 5035), no signing time.
 */
export function signDetached(bytes: Buffer, { certificate, privateKey }: SigningIdentity): Buffer {
  const parsed = AsnConvert.parse(certificate, Certificate);
  const { issuer, serialNumber } = parsed.tbsCertificate;
  const attributes = sortAttributes([
    new Attribute({
      attrType: '1.2.840.113549.1.9.3',
      attrValues: [toArrayBuffer(encodeDer(0x06, Buffer.from('2a864886f70d010701', 'hex')))],
    }),
    new Attribute({
      attrType: '1.2.840.113549.1.9.4',
      attrValues: [toArrayBuffer(encodeDer(0x04, sha256(bytes)))],
    }),
    new Attribute({
      attrType: '1.2.840.113549.1.9.16.2.47',
      attrValues: [
        toArrayBuffer(
          encodeDer(0x30, encodeDer(0x30, encodeDer(0x30, encodeDer(0x04, sha256(certificate))))),
        ),
      ],
    }),
  ]);
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: sha256Only,
    signedAttrs: attributes.map(({ attribute }) => attribute),
    signatureAlgorithm: sha256WithRsa,
    // The signature covers the explicit SET, although the message has the attributes with an implicit tag.
    signature: new OctetString(
      sign('sha256', encodeDer(0x31, Buffer.concat(attributes.map(({ encoded }) => encoded))), privateKey),
    ),
  });
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256Only]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet([new CertificateChoices({ certificate: parsed })]),
    signerInfos: new SignerInfos([signer]),
  });
  const content = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) });
  return Buffer.from(AsnConvert.serialize(content));
}

/** DER orders the elements of a set by their encodings. */
function sortAttributes(attributes: readonly Attribute[]): { attribute: Attribute; encoded: Buffer }[] {
  return attributes
    .map((attribute) => ({ attribute, encoded: Buffer.from(AsnConvert.serialize(attribute)) }))
    .toSorted((a, b) => Buffer.compare(a.encoded, b.encoded));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Tag, length, and content of at most 65,535 bytes. */
function encodeDer(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}

/** Only the bytes of the buffer, without the pool that it may be part of. */
function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
