import {
  cover,
  createPostBody,
  getManagedPost,
  type ManagedPost,
  type updatePostBody,
} from '@handover/contract/posts.ts';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import * as z from 'zod/mini';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** A post to edit. */
export const managedPostQuery = (slug: string): QueryFor<ManagedPost> =>
  oneQuery({
    queryKey: ['post', 'all', 'one', slug],
    queryFn: async ({ signal }) => (await send(getManagedPost, { params: { slug } }, { signal })).post,
  });

/** The content of the editor, saved or not. */
export const postDraftSchema = z.object({
  title: z.string(),
  description: z.string(),
  bodyHtml: z.string(),
  cover,
  isFeatured: z.boolean(),
  /** The version of the post that the draft is based on, which may be outdated; null for a new post. */
  version: z.nullable(z.int()),
});
export type PostDraft = z.infer<typeof postDraftSchema>;

export const emptyPostDraft: PostDraft = {
  title: '',
  description: '',
  bodyHtml: '',
  cover: { kind: 'design', design: 'tide' },
  isFeatured: false,
  version: null,
};

/** The draft for editing a post. */
export function toPostDraft({
  title,
  description,
  bodyHtml,
  cover: image,
  isFeatured,
  version,
}: ManagedPost): PostDraft {
  return { title, description, bodyHtml, cover: image, isFeatured, version };
}

/** The fields that every writer can set, validated by the contract. */
export function parseFields({
  isFeatured: _isFeatured,
  version: _version,
  ...fields
}: PostDraft): ReturnType<typeof createPostBody.safeParse> {
  return createPostBody.safeParse(fields);
}

/** Changes to a post; only admins may feature it. */
export function toPostChange(
  fields: z.output<typeof createPostBody>,
  { post, version, isFeatured }: { post: ManagedPost; version: number; isFeatured: boolean },
): z.input<typeof updatePostBody> {
  return { ...fields, version, ...(post.abilities.canPublish && { isFeatured }) };
}

/** An instant formatted for a time zone: "Nov 30, 2026, 9:00 AM EST". */
export function formatTime(timeZone: string, instant: Date): string {
  return getDateFormat({
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);
}
