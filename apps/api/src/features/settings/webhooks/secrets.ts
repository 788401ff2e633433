import type { Keyring } from '#lib/keyring.ts';
import type { WebhookRow } from './webhooks.queries.ts';

type Row = { readonly workspaceId: string; readonly id: string };

/** Seals a secret for its webhook. */
export function sealSecret(keyring: Keyring, secret: string, row: Row): string {
  return keyring.encrypt(secret, rowName(row));
}

/** The secrets that sign now: the current one, and after a rotation the one before for a while. */
export function openSecrets(
  keyring: Keyring,
  { workspaceId, webhook, now }: { workspaceId: string; webhook: WebhookRow; now: Date },
): string[] {
  const row = rowName({ workspaceId, id: webhook.id });
  const { sealed_old_secret: old, old_secret_until: until } = webhook;
  const sealed =
    old !== null && until !== null && until > now ? [webhook.sealed_secret, old] : [webhook.sealed_secret];
  return sealed.map((text) => keyring.decrypt(text, row));
}

function rowName({ workspaceId, id }: Row): string {
  return `webhooks:${workspaceId}:${id}`;
}
