import 'reflect-metadata';
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509';
import type { Db } from '#db/client.ts';
import type { Keyring } from '#lib/keyring.ts';
import { findSigningKey, insertSigningKey } from './signing-key.queries.ts';

export type SigningIdentity = {
  /** X.509, DER. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
};

const sealedAs = 'signing_keys.private_key';
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const validYears = 30;

/**
 * Key and self-signed certificate with which the installation signs PDFs. They are made at the first signature and
 * stored; the private key is encrypted. If several servers start at once, only one makes them.
 */
export async function getSigningIdentity(
  db: Db,
  { keyring, organization, now }: { keyring: Keyring; organization: string; now: Date },
): Promise<SigningIdentity> {
  const stored = (await findSigningKey(db)) ?? (await makeKey(db, { keyring, organization, now }));
  const pem = keyring.decrypt(stored.private_key, sealedAs);
  return { certificate: stored.certificate, privateKey: createPrivateKey(pem) };
}

async function makeKey(
  db: Db,
  { keyring, organization, now }: { keyring: Keyring; organization: string; now: Date },
): Promise<{ certificate: Buffer; private_key: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // The longest common name of X.509.
  const name = organization.slice(0, 64).toWellFormed();
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + validYears);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name: [{ CN: [name] }, { O: [name] }],
    notBefore: now,
    notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true)],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const pem = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  });
  await insertSigningKey(db, {
    certificate: Buffer.from(certificate.rawData),
    private_key: keyring.encrypt(String(pem), sealedAs),
    created_at: now,
  });
  // Another server may have been first.
  const stored = await findSigningKey(db);
  if (stored === null) throw new Error('The signing key was not stored');
  return stored;
}
