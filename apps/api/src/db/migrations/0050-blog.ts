import { sql, type Kysely } from 'kysely';

/** Posts with their comments and favorites. Counts are in a table beside the post, so that a view does not rewrite it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE posts (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      title text NOT NULL,
      description text NOT NULL,
      body_html text NOT NULL,
      cover_design text,
      cover_file_id uuid,
      status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'unpublished')),
      is_featured boolean NOT NULL DEFAULT false,
      author_id uuid NOT NULL REFERENCES users (id),
      scheduled_at timestamptz(3),
      published_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, slug),
      FOREIGN KEY (workspace_id, cover_file_id) REFERENCES files (workspace_id, id),
      CHECK (num_nonnulls(cover_design, cover_file_id) = 1),
      CHECK ((status = 'scheduled') = (scheduled_at IS NOT NULL)),
      CHECK (status <> 'published' OR published_at IS NOT NULL)
    );
    CREATE INDEX posts_public ON posts (workspace_id, is_featured, published_at, id)
      WHERE status = 'published' AND deleted_at IS NULL;
    CREATE INDEX posts_by_change ON posts (workspace_id, updated_at, id);
    CREATE INDEX posts_by_cover ON posts (workspace_id, cover_file_id) WHERE cover_file_id IS NOT NULL;

    CREATE TABLE post_stats (
      workspace_id uuid NOT NULL,
      post_id uuid NOT NULL,
      view_count integer NOT NULL DEFAULT 0 CHECK (view_count >= 0),
      share_count integer NOT NULL DEFAULT 0 CHECK (share_count >= 0),
      comment_count integer NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
      favorite_count integer NOT NULL DEFAULT 0 CHECK (favorite_count >= 0),
      PRIMARY KEY (workspace_id, post_id),
      FOREIGN KEY (workspace_id, post_id) REFERENCES posts (workspace_id, id)
    );

    CREATE TABLE post_views (
      workspace_id uuid NOT NULL,
      day date NOT NULL,
      post_id uuid NOT NULL,
      visitor text NOT NULL,
      PRIMARY KEY (workspace_id, day, post_id, visitor),
      FOREIGN KEY (workspace_id, post_id) REFERENCES posts (workspace_id, id)
    );

    CREATE TABLE post_favorites (
      workspace_id uuid NOT NULL,
      post_id uuid NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, post_id, user_id),
      FOREIGN KEY (workspace_id, post_id) REFERENCES posts (workspace_id, id)
    );

    CREATE TABLE post_comments (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      post_id uuid NOT NULL,
      author_id uuid NOT NULL REFERENCES users (id),
      body text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      hidden_at timestamptz(3),
      deleted_at timestamptz(3),
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, post_id) REFERENCES posts (workspace_id, id)
    );
    CREATE INDEX post_comments_of_post ON post_comments (workspace_id, post_id, created_at, id)
      WHERE deleted_at IS NULL;
  `)
    .execute(db);
}
