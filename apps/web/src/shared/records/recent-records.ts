import { useEffect } from 'react';
import { useUser } from '#shared/session/session-context.tsx';
import { readStored, storeOnDevice } from '#shared/session/device-storage.ts';
import { getRecentRecordsPrefix } from '#shared/session/session-store.ts';

/** A record that was opened on this device, which the palette offers again. */
export interface RecentRecord {
  readonly path: string;
  readonly title: string;
  /** Its noun, such as "customer". */
  readonly noun: string;
  readonly icon: string;
}

const maxRecent = 8;

/** Their storage key: by user and workspace, until the user signs out. */
export function useRecentKey(): string {
  const { id, workspaceId } = useUser();
  return `${getRecentRecordsPrefix(id)}${workspaceId ?? ''}`;
}

/** Stores that a record was opened. */
export function useRecentRecord({ path, title, noun, icon }: RecentRecord): void {
  const key = useRecentKey();
  useEffect(() => {
    const others = readRecent(key).filter((record) => record.path !== path);
    storeOnDevice(key, [{ path, title, noun, icon }, ...others].slice(0, maxRecent));
  }, [key, path, title, noun, icon]);
}

/** The recent records, last opened first; empty if nothing valid is stored. */
export function readRecent(key: string): RecentRecord[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

function isRecent(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false;
  return ['path', 'title', 'noun', 'icon'].every((part) => typeof Reflect.get(value, part) === 'string');
}
