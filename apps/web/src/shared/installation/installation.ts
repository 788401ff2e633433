import type { getInstallation, Installation } from '@handover/contract/installation/installation.ts';
import { useSyncExternalStore } from 'react';
import { send, type CallOf } from '#shared/api/client.ts';

const installationCall: CallOf<typeof getInstallation> = { method: 'GET', path: '/installation' };

let current: Installation | null = null;
const listeners = new Set<() => void>();

/** Loads the brokerage's name and contact once. If that fails, pages show no name. */
export async function loadInstallation(): Promise<void> {
  try {
    current = (await send(installationCall)).installation;
    for (const listener of listeners) listener();
  } catch {
    console.warn('The brokerage could not be loaded');
  }
}

/** The public details of the brokerage; null until loaded. */
export function useInstallation(): Installation | null {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
