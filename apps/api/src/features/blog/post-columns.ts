import { coverDesigns, type Cover, type PostSummary } from '@handover/contract/posts.ts';
import type { Selectable } from 'kysely';
import type { PostsTable, PostStatsTable } from '#db/schema/posts.ts';
import { photoUrl } from '#platform/photos/photos.ts';

/** What every list of posts shows; with `users` joined for the author. */
export const summaryColumns = [
  'posts.id',
  'posts.slug',
  'posts.title',
  'posts.description',
  'posts.cover_design',
  'posts.cover_file_id',
  'posts.status',
  'posts.is_featured',
  'posts.author_id',
  'posts.scheduled_at',
  'posts.published_at',
  'posts.updated_at',
  'posts.version',
  'users.display_name as author_name',
  'users.photo_key as author_photo_key',
  'post_stats.view_count',
  'post_stats.share_count',
  'post_stats.comment_count',
  'post_stats.favorite_count',
] as const;

type SummaryRow = Pick<
  Selectable<PostsTable>,
  'id' | 'slug' | 'title' | 'description' | 'is_featured' | 'cover_design' | 'cover_file_id'
> &
  Pick<Selectable<PostStatsTable>, 'view_count' | 'share_count' | 'comment_count' | 'favorite_count'> & {
    readonly author_name: string;
    readonly author_photo_key: string | null;
  };

/** What lists show of a post, but for its dates. */
export function presentSummary(row: SummaryRow): Omit<PostSummary, 'postedAt'> {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    coverUrl: coverUrlOf(row),
    isFeatured: row.is_featured,
    totalViews: row.view_count,
    totalComments: row.comment_count,
    totalShares: row.share_count,
    totalFavorites: row.favorite_count,
    author: { name: row.author_name, avatarUrl: photoUrl(row.author_photo_key) },
  };
}

/** The cover as the editor sets it. A design that a later version no longer has becomes the first. */
export function coverOf(row: Pick<SummaryRow, 'cover_design' | 'cover_file_id'>): Cover {
  if (row.cover_file_id !== null) return { kind: 'file', fileId: row.cover_file_id };
  const design = coverDesigns.find((name) => name === row.cover_design) ?? coverDesigns[0];
  return { kind: 'design', design };
}

function coverUrlOf(row: Pick<SummaryRow, 'cover_design' | 'cover_file_id'>): string {
  const cover = coverOf(row);
  return cover.kind === 'file' ? `/api/blog/covers/${cover.fileId}` : `/covers/${cover.design}.svg`;
}
