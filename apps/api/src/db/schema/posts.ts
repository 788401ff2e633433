import type { Generated } from 'kysely';

export type PostsTable = {
  workspace_id: string;
  id: string;
  slug: string;
  title: string;
  description: string;
  body_html: string;
  cover_design: string | null;
  cover_file_id: string | null;
  status: Generated<'draft' | 'scheduled' | 'published' | 'unpublished'>;
  is_featured: Generated<boolean>;
  author_id: string;
  scheduled_at: Date | null;
  published_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

export type PostStatsTable = {
  workspace_id: string;
  post_id: string;
  view_count: Generated<number>;
  share_count: Generated<number>;
  comment_count: Generated<number>;
  favorite_count: Generated<number>;
};

export type PostViewsTable = {
  workspace_id: string;
  day: string;
  post_id: string;
  /** Keyed digest of the visitor, which changes daily. */
  visitor: string;
};

export type PostFavoritesTable = {
  workspace_id: string;
  post_id: string;
  user_id: string;
  created_at: Date;
};

export type PostCommentsTable = {
  workspace_id: string;
  id: string;
  post_id: string;
  author_id: string;
  body: string;
  created_at: Date;
  hidden_at: Date | null;
  deleted_at: Date | null;
};

export type PostTables = {
  posts: PostsTable;
  post_stats: PostStatsTable;
  post_views: PostViewsTable;
  post_favorites: PostFavoritesTable;
  post_comments: PostCommentsTable;
};
