import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import type { DnsLookup } from '#adapters/mail/verify-sender.ts';

/** A DNS with these TXT records only, by name. */
export function createZone(): { readonly lookup: DnsLookup; readonly txt: Map<string, string> } {
  const txt = new Map<string, string>();
  const lookup: DnsLookup = async (name, type) => {
    const text = type === 'TXT' ? txt.get(name) : undefined;
    if (text === undefined) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' });
    return [[text]];
  };
  return { lookup, txt };
}

/** Publishes a key and a strict policy of the domain, and signs messages with the key. */
export function createSigner(
  txt: Map<string, string>,
  domain: string,
): (raw: string, options?: { maxBodyLength?: number }) => Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  txt.set(`mail._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`);
  txt.set(`_dmarc.${domain}`, 'v=DMARC1; p=reject');
  return async (raw, options = {}) => {
    const key = { signingDomain: domain, selector: 'mail', privateKey, ...options };
    const { signatures } = await dkimSign(raw, { ...key, signatureData: [key] });
    return `${signatures}${raw}`;
  };
}
