import { v7 } from 'uuid';
import { hash, randomBytes } from 'node:crypto';

/** A new UUIDv7; time-ordered, so that new keys are adjacent on disk. */
export function newId(): string {
  return v7();
}

/** 256 random bits in base64url, 43 characters. Store only its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a secret; looking it up leaks nothing through timing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
