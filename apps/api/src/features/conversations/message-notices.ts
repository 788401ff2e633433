import type { ActivityType } from '@handover/contract/activities.ts';
import { recordActivity, type NewActivity } from '#platform/activities.ts';
import type { Work } from '#platform/work.ts';
import { findBusinessId } from './messages.queries.ts';

type Changed = {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly version: number;
  readonly customerIds: readonly string[];
  /** Named where the message belongs to no customer; else the notice of its activity reaches the business. */
  readonly businessId?: string | null;
  /** Of the mailbox: a private one concerns its owner only. */
  readonly ownerId: string | null;
  readonly isForClient: boolean;
};

type OfMessage = {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly customerIds: readonly string[];
};

type MessageActivity = Pick<NewActivity, 'actorId' | 'detail'> & {
  readonly type: Extract<ActivityType, `email.${string}`>;
  /** How many emails each customer has more. */
  readonly emails?: number;
};

/** Records what happened to a message on each of its customers, and once on the business of its thread. */
export async function recordMessage(
  work: Work,
  { workspaceId, messageId, customerIds }: OfMessage,
  { emails = 0, ...activity }: MessageActivity,
): Promise<void> {
  const businessId = await findBusinessId(work.db, { workspaceId, messageId });
  const concerned = customerIds.length === 0 && businessId !== null ? [null] : customerIds;
  for (const [index, customerId] of concerned.entries())
    await recordActivity(
      work,
      {
        ...activity,
        workspaceId,
        customerId,
        businessId: index === 0 ? businessId : null,
        subject: { kind: 'message', id: messageId },
        audience: 'mailbox',
      },
      { emails },
    );
}

/** Tells who looks at the conversation that a message is new or has changed. */
export function publishMessage(
  work: Work,
  { workspaceId, messageId, version, customerIds, businessId = null, ownerId, isForClient }: Changed,
): void {
  const concerned = customerIds.length === 0 && businessId !== null ? [null] : customerIds;
  for (const [index, customerId] of concerned.entries()) {
    work.publish({
      workspaceId,
      noun: 'message',
      id: messageId,
      customerId,
      businessId: index === 0 ? businessId : null,
      version,
      isForClient,
      ...(ownerId === null ? {} : { userId: ownerId }),
    });
  }
}

/** Tells who looks at the mail of unknown senders that it changed; the notice says nothing of its content. */
export function publishTriage(
  work: Work,
  { workspaceId, ownerId }: Pick<Changed, 'workspaceId' | 'ownerId'>,
): void {
  work.publish({
    workspaceId,
    noun: 'triage',
    id: workspaceId,
    ...(ownerId === null ? {} : { userId: ownerId }),
  });
}
