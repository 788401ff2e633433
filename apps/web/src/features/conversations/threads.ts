import type { Message } from '@handover/contract/conversations.ts';

export interface Thread {
  readonly id: string;
  /** Of its first message, without the prefixes that answers put before it. */
  readonly subject: string;
  /** Oldest first, as one reads. */
  readonly messages: readonly Message[];
}

/** Messages, newest first, as threads: the one with the newest message first. */
export function threadsOf(messages: readonly Message[]): Thread[] {
  const byThread = new Map<string, Message[]>();
  for (const message of messages)
    byThread.set(message.threadId, [message, ...(byThread.get(message.threadId) ?? [])]);
  return [...byThread].map(([id, inThread]) => ({
    id,
    subject: stripSubject(inThread[0]?.subject ?? ''),
    messages: inThread,
  }));
}

/** The subject of an answer. */
export function replySubject(subject: string): string {
  return `Re: ${stripSubject(subject)}`;
}

function stripSubject(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+\s*/i, '');
}
