import {
  createPost,
  movePost,
  updatePost,
  type createPostBody,
  type ManagedPost,
  type PostStatus,
} from '@handover/contract/posts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import {
  toPostChange,
  toPostDraft,
  emptyPostDraft,
  managedPostQuery,
  parseFields,
  type PostDraft,
  postDraftSchema,
} from './posts.queries.ts';
import { type Outcome, useAttempt } from './use-attempt.tsx';

export interface PostForm extends Outcome {
  readonly formProps: ReturnType<typeof useAttempt>['formProps'];
  /** The post as the server has it; null while it is new. */
  readonly post: ManagedPost | null;
  readonly values: PostDraft;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly change: (change: Partial<PostDraft>) => void;
  /** Null if it failed; the error is shown. `over` is the version to overwrite. */
  readonly save: (over?: number) => Promise<ManagedPost | null>;
  /** Saves pending changes, then moves the post to another status. */
  readonly move: (status: PostStatus, scheduledAt?: Date) => Promise<ManagedPost | null>;
  /** Resets to the saved post, or to someone else's version. */
  readonly discard: () => void;
}

/** The form for a post. Its text is kept in this browser until it is saved. */
export function usePostForm(initial: ManagedPost | null): PostForm {
  const client = useQueryClient();
  const refresh = useRefresh();
  const { attempt, refuse, clear, ...outcome } = useAttempt();
  const [post, setPost] = useState(initial);
  const empty = post === null ? emptyPostDraft : toPostDraft(post);
  const name = `post:${post?.id ?? 'new'}`;
  const draft = useDraft(name, { schema: postDraftSchema, empty });

  const adopt = (saved: ManagedPost): ManagedPost => {
    draft.clear();
    setPost(saved);
    clear();
    client.setQueryData(managedPostQuery(saved.slug).queryKey, saved);
    refresh({ noun: 'post', customerId: null });
    return saved;
  };

  const save = async (over = draft.values.version ?? 0): Promise<ManagedPost | null> => {
    const parsed = parseFields(draft.values);
    if (!parsed.success) {
      refuse(parsed.error.issues.map(({ path, message }) => ({ path: String(path[0]), message })));
      return null;
    }
    const target = { post, version: over, isFeatured: draft.values.isFeatured, key: draft.keyForSend() };
    return attempt(async () => adopt(await store(parsed.data, target)));
  };

  const move: PostForm['move'] = async (status, scheduledAt) => {
    const saved = draft.isEmpty ? post : await save();
    if (saved === null) return null;
    const { id, version } = saved;
    const body = { version, status, ...(scheduledAt && { scheduledAt: scheduledAt.toISOString() }) };
    return attempt(async () => adopt((await send(movePost, { params: { id }, body })).post));
  };

  return {
    ...outcome,
    post,
    values: draft.values,
    isChanged: !draft.isEmpty,
    change: draft.change,
    save,
    move,
    discard: () => {
      if (outcome.theirs === null) draft.clear();
      else adopt(outcome.theirs);
    },
  };
}

interface Target {
  post: ManagedPost | null;
  version: number;
  isFeatured: boolean;
  key: string;
}

async function store(
  fields: z.output<typeof createPostBody>,
  { post, version, isFeatured, key }: Target,
): Promise<ManagedPost> {
  if (post === null) return (await send(createPost, { body: fields }, { idempotencyKey: key })).post;
  const body = toPostChange(fields, { post, version, isFeatured });
  return (await send(updatePost, { params: { id: post.id }, body })).post;
}
