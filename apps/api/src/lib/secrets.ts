import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, base64url, 43 characters. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a secret; a lookup by it leaks nothing through timing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
