import { v7 } from 'uuid';

/** A new UUIDv7: unique, and rising with time, so that keys stay close on disk. */
export function newId(): string {
  return v7();
}
