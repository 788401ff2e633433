import { v7 } from 'uuid';

/** A new UUIDv7; time-ordered, so that new keys are adjacent on disk. */
export function newId(): string {
  return v7();
}
