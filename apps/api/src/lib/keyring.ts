import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keys derived from the installation's secret, one for each purpose. */
export type Keyring = {
  /** Identifies the key in the database and file store without revealing it. */
  readonly fingerprint: string;
  /** AES-256-GCM as `<key id>.<nonce>.<tag>.<ciphertext>`; `row` binds it to its storage location. */
  encrypt(plain: string, row: string): string;
  /** Throws if the text was modified or belongs to another row or key. */
  decrypt(sealed: string, row: string): string;
  /** Like `encrypt`, for bytes: nonce, tag, and ciphertext. */
  encryptBytes(plain: Buffer, row: string): Buffer;
  /** Throws if the bytes were modified or belong to another row or key. */
  decryptBytes(sealed: Buffer, row: string): Buffer;
  /** Password of the app's own database login, the same on all servers. */
  readonly databasePassword: string;
  /** Keyed digest, base64url. */
  sign(text: string): string;
  /** Verifies `sign` in constant time. */
  verify(text: string, signature: string): boolean;
};

/** Opens the keyring for a secret of at least 32 characters. */
export function openKeyring(secret: string): Keyring {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'handover', use, 32));
  // Node prepares a key given as bytes again for each use, which takes longer than to sign a cursor.
  const encryption = createSecretKey(derive('encryption'));
  const signing = createSecretKey(derive('signing'));
  const fingerprint = createHash('sha256').update(derive('fingerprint')).digest('hex').slice(0, 16);
  const sign = (text: string): string =>
    createHmac('sha256', signing).update(text).digest('base64url').slice(0, 22);
  return {
    fingerprint,
    databasePassword: derive('database password').toString('base64url'),
    encrypt: (plain, row) => seal({ key: encryption, keyId: fingerprint, plain, row }),
    decrypt: (sealed, row) => unseal({ key: encryption, keyId: fingerprint, sealed, row }),
    encryptBytes: (plain, row) => sealBytes({ key: encryption, plain, row: `${fingerprint}:${row}` }),
    decryptBytes: (sealed, row) => unsealBytes({ key: encryption, sealed, row: `${fingerprint}:${row}` }),
    sign,
    verify: (text, signature) => {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

function seal({
  key,
  keyId,
  plain,
  row,
}: {
  key: KeyObject;
  keyId: string;
  plain: string;
  row: string;
}): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${keyId}:${row}`));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [
    keyId,
    nonce.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    sealed.toString('base64url'),
  ].join('.');
}

function unseal({
  key,
  keyId,
  sealed,
  row,
}: {
  key: KeyObject;
  keyId: string;
  sealed: string;
  row: string;
}): string {
  const [sealedWith, nonce, tag, text] = sealed.split('.');
  if (sealedWith !== keyId || nonce === undefined || tag === undefined || text === undefined) {
    throw new Error(
      `A stored secret was sealed with key ${sealedWith ?? 'unknown'}, this server has ${keyId}`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
    .setAAD(Buffer.from(`${keyId}:${row}`))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}

const [nonceBytes, tagBytes] = [12, 16];

function sealBytes({ key, plain, row }: { key: KeyObject; plain: Buffer; row: string }): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

function unsealBytes({ key, sealed, row }: { key: KeyObject; sealed: Buffer; row: string }): Buffer {
  const start = nonceBytes + tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(nonceBytes, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
}
