import type { PostStatus } from '@handover/contract/posts.ts';
import type { ReactElement } from 'react';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';

export const postStatusNames = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  unpublished: 'Unpublished',
} as const satisfies Record<PostStatus, string>;

const tones = { draft: 'neutral', scheduled: 'info', published: 'success', unpublished: 'warning' } as const;

export function PostStatusLabel({ status }: { status: PostStatus }): ReactElement {
  return <StatusLabel tone={tones[status]}>{postStatusNames[status]}</StatusLabel>;
}
