import type { Work } from '#platform/work.ts';

type Changed = {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly version: number;
  readonly customerIds: readonly string[];
  /** Of the mailbox: a private one concerns its owner only. */
  readonly ownerId: string | null;
  readonly isForClient: boolean;
};

/** Tells who looks at the conversation that a message is new or has changed. */
export function publishMessage(
  work: Work,
  { workspaceId, messageId, version, customerIds, ownerId, isForClient }: Changed,
): void {
  for (const customerId of customerIds) {
    work.publish({
      workspaceId,
      noun: 'message',
      id: messageId,
      customerId,
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
