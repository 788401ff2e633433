import type { PostStatus } from '@handover/contract/posts.ts';
import type { ReactElement } from 'react';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';

const words = {
  draft: ['Draft', 'neutral'],
  scheduled: ['Scheduled', 'info'],
  published: ['Published', 'success'],
  unpublished: ['Unpublished', 'warning'],
} as const satisfies Record<PostStatus, readonly [string, StatusTone]>;

/** The status as people call it. */
export function statusText(status: PostStatus): string {
  return words[status][0];
}

/** The status of a post in a word. */
export function PostStatusLabel({ status }: { status: PostStatus }): ReactElement {
  return <StatusLabel tone={words[status][1]}>{statusText(status)}</StatusLabel>;
}
