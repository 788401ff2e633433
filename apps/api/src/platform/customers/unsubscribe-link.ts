import { z } from 'zod';
import type { Keyring } from '#lib/keyring.ts';

export type UnsubscribeRef = { readonly workspaceId: string; readonly customerId: string };

const row = 'unsubscribe';
const schema = z.tuple([z.uuid(), z.uuid()]);

/**
 * The address at which a recipient unsubscribes. Its token is sealed: it tells nothing, and nobody can make
 * one for somebody else. It works as long as the mail that holds it is kept.
 */
export function unsubscribeUrl(
  { workspaceId, customerId }: UnsubscribeRef,
  { keyring, publicUrl }: { keyring: Keyring; publicUrl: string },
): string {
  const token = keyring.encrypt(`${workspaceId} ${customerId}`, row);
  return `${publicUrl}/api/unsubscribe/${token}`;
}

/** Whose link a token is; null when it is none of ours. */
export function readUnsubscribeToken(keyring: Keyring, token: string): UnsubscribeRef | null {
  // Reading passes over other characters, which would stand in the addresses of the page.
  if (!/^[\w.-]+$/.test(token)) return null;
  const [workspaceId, customerId] = schema.safeParse(opened(keyring, token)?.split(' ')).data ?? [];
  return workspaceId === undefined || customerId === undefined ? null : { workspaceId, customerId };
}

function opened(keyring: Keyring, token: string): string | null {
  try {
    return keyring.decrypt(token, row);
  } catch {
    // Whatever is wrong with it, it is not one of ours.
    return null;
  }
}
