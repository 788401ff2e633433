import type { getInstallation, Installation } from '@handover/contract/installation.ts';
import { useSyncExternalStore } from 'react';
import { send, type CallOf } from '#shared/api/client.ts';

const installationCall: CallOf<typeof getInstallation> = { method: 'GET', path: '/installation' };

let current: Installation | null = null;
const listeners = new Set<() => void>();

/** Asks once for the brokerage's name and contact. Without an answer the pages stand without a name. */
export async function loadInstallation(): Promise<void> {
  try {
    current = (await send(installationCall)).installation;
    for (const listener of listeners) listener();
  } catch {
    console.warn('The brokerage could not be loaded');
  }
}

/** Get the public details of the brokerage; null until it is known. */
export function useInstallation(): Installation | null {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
