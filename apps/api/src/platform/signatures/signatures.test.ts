import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApi, startApi } from '#test/harness.ts';
import { verifyPdf } from '#test/verify-pdf.ts';
import { createPdf } from '../pdf/create-pdf.ts';
import { signPdf } from './sign-pdf.ts';
import { getSigningIdentity, type SigningIdentity } from './signing-identity.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const createIdentity = (): Promise<SigningIdentity> =>
  getSigningIdentity(api.db, {
    keyring: api.booted.platform.keyring,
    organization: 'Meridian “Ünïcode” Healthcare Brokers of a rather long name, LLC and Partners',
    now: new Date('2026-01-02T03:04:05Z'),
  });

async function createSignedPdf(): Promise<Buffer> {
  const pdf = await createPdf({
    title: 'NDA',
    createdAt: new Date('2026-01-02T03:04:05Z'),
    brand: { name: 'Meridian', logo: null },
    blocks: [{ kind: 'paragraph', text: 'Confidential' }, { kind: 'pageBreak' }],
  });
  const details = {
    signer: 'José (Doe) \\ >>',
    reason: 'endobj',
    signedAt: new Date('2026-01-02T03:04:05Z'),
  };
  return signPdf(pdf, await createIdentity(), details);
}

it('creates one key for concurrent requests, and stores it encrypted', async () => {
  const all = await Promise.all([createIdentity(), createIdentity(), createIdentity()]);
  expect(new Set(all.map(({ certificate }) => certificate.toString('hex'))).size).toBe(1);
  const { private_key: stored } = await api.db
    .selectFrom('signing_keys')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(stored).not.toContain('PRIVATE KEY');
});

it('signs the whole document with a certificate of the installation', async () => {
  const { isValid, coversAll, certificate } = verifyPdf(await createSignedPdf());
  expect({ isValid, coversAll }).toEqual({ isValid: true, coversAll: true });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toContain('Healthcare Brokers');
});

it('is not valid after any byte was changed', async () => {
  const pdf = await createSignedPdf();
  const signature = pdf.indexOf('/Contents <');
  for (const at of [20, pdf.indexOf('/MediaBox') + 12, signature - 20, pdf.length - 20]) {
    const changed = Buffer.from(pdf);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, isStillValid(changed)]).toEqual([at, false]);
  }
  expect(verifyPdf(Buffer.concat([pdf, Buffer.from('%more')])).coversAll).toBe(false);
});

it('refuses a PDF that it cannot continue', async () => {
  const details = { signer: '', reason: '', signedAt: new Date(0) };
  const signer = await createIdentity();
  expect(() => signPdf(Buffer.from('%PDF-1.7\n%%EOF'), signer, details)).toThrow('cross-reference');
});

/** A changed byte range is no longer found, or does not fit. */
function isStillValid(pdf: Buffer): boolean {
  try {
    const { isValid, coversAll } = verifyPdf(pdf);
    return isValid && coversAll;
  } catch {
    return false;
  }
}
