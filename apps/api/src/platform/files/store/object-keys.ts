import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from '#lib/keyring.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function createKey(): Buffer {
  return randomBytes(keyBytes);
}

/** Encrypts an object's key with its workspace's key, as nonce, tag, and ciphertext. Bound to the object. */
export function wrapKey(key: Buffer, { by, objectId }: { by: Buffer; objectId: string }): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, by, nonce).setAAD(Buffer.from(objectId));
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), wrapped]);
}

/** Throws if the key was wrapped for another object or by another key. */
export function unwrapKey(wrapped: Buffer, { by, objectId }: { by: Buffer; objectId: string }): Buffer {
  const decipher = createDecipheriv(algorithm, by, wrapped.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(objectId))
    .setAuthTag(wrapped.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

/** Encrypts a workspace's key with the installation's, bound to its row. */
export function sealFileKey(keyring: Keyring, { id, key }: { id: string; key: Buffer }): string {
  return keyring.encrypt(key.toString('base64'), getRowName(id));
}

export function openFileKey(keyring: Keyring, { id, sealed }: { id: string; sealed: string }): Buffer {
  return Buffer.from(keyring.decrypt(sealed, getRowName(id)), 'base64');
}

function getRowName(id: string): string {
  return `file_keys:${id}`;
}
