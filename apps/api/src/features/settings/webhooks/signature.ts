import { createHmac, randomBytes } from 'node:crypto';
import type { Keyring } from '#lib/keyring.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** A new secret in the form of the Standard Webhooks specification: `whsec_` and 24 random bytes in base64. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

type Message = {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
  /** The current secret first. */
  readonly secrets: readonly string[];
};

/** The three headers of a message, signed with each secret (standardwebhooks.com, "Signature scheme"). */
export function createSignedHeaders({ id, timestamp, body, secrets }: Message): Record<string, string> {
  const content = `${id}.${String(timestamp)}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, content)}`).join(' '),
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

type Row = { readonly workspaceId: string; readonly id: string };

export function sealSecret(keyring: Keyring, secret: string, row: Row): string {
  return keyring.encrypt(secret, getRowName(row));
}

/** The current secret, and for a while after a rotation the previous one. */
export function openSecrets(
  keyring: Keyring,
  { workspaceId, webhook, now }: { workspaceId: string; webhook: WebhookRow; now: Date },
): string[] {
  const row = getRowName({ workspaceId, id: webhook.id });
  const { sealed_old_secret: old, old_secret_until: until } = webhook;
  const sealed =
    old !== null && until !== null && until > now ? [webhook.sealed_secret, old] : [webhook.sealed_secret];
  return sealed.map((text) => keyring.decrypt(text, row));
}

function getRowName({ workspaceId, id }: Row): string {
  return `webhooks:${workspaceId}:${id}`;
}
