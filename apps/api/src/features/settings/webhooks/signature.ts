import { createHmac, randomBytes } from 'node:crypto';

/** A new secret in the form of the Standard Webhooks specification: `whsec_` and 24 random bytes in base64. */
export function newWebhookSecret(): string {
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
export function signedHeaders({ id, timestamp, body, secrets }: Message): Record<string, string> {
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
