import { cover, createPostBody, type ManagedPost, type updatePostBody } from '@handover/contract/posts.ts';
import * as z from 'zod/mini';

/** What the editor holds, sent or not. */
export const postDraftSchema = z.object({
  title: z.string(),
  description: z.string(),
  bodyHtml: z.string(),
  cover,
  isFeatured: z.boolean(),
});
export type PostDraft = z.infer<typeof postDraftSchema>;

export const emptyPostDraft: PostDraft = {
  title: '',
  description: '',
  bodyHtml: '',
  cover: { kind: 'design', design: 'tide' },
  isFeatured: false,
};

/** The draft that a post gives. */
export function draftOf({ title, description, bodyHtml, cover: image, isFeatured }: ManagedPost): PostDraft {
  return { title, description, bodyHtml, cover: image, isFeatured };
}

/** The fields that every writer sets, judged by the contract. */
export function parseFields({
  isFeatured: _isFeatured,
  ...fields
}: PostDraft): ReturnType<typeof createPostBody.safeParse> {
  return createPostBody.safeParse(fields);
}

/** The change to a post: with what stands first only from who decides it. */
export function changeOf(
  fields: z.output<typeof createPostBody>,
  { post, version, isFeatured }: { post: ManagedPost; version: number; isFeatured: boolean },
): z.input<typeof updatePostBody> {
  return { ...fields, version, ...(post.abilities.canPublish && { isFeatured }) };
}
