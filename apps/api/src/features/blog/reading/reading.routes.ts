import * as contract from '@handover/contract/posts.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findPublicWorkspaceId } from '#platform/installation/public-workspace.ts';
import type { Platform } from '#platform/platform.ts';
import { canUpdatePost, editorIn } from '../blog.policy.ts';
import { presentSummary } from '../post-columns.ts';
import { toPostHtml } from '../post-html.ts';
import { sendCover } from './covers.ts';
import { findReader, getPublished } from './reader.ts';
import {
  countPublished,
  isFavorite,
  listNewestRows,
  listPublishedRows,
  readBrand,
  type PublishedRow,
} from './reading.queries.ts';
import { rssOf } from './rss.ts';
import { countShare, countView } from './visits.ts';

const feedLength = 50;
const nothing = { posts: [], total: 0, nextCursor: null };

type Parts = Pick<Platform, 'keyring' | 'limits' | 'runner' | 'storage' | 'config'>;

/** The public blog: list, post, cover, feed, and counting who reads and shares. */
export function readingRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.listPosts, async ({ query, work }) => {
    const workspaceId = await findPublicWorkspaceId(work.db);
    if (workspaceId === null) return nothing;
    const search = { workspaceId, q: query.q ?? '' };
    const page = await paginate(platform.keyring, {
      limit: query.limit,
      cursor: query.cursor,
      binding: ['posts', search],
      fetch: (slice) => listPublishedRows(work.db, { ...search, ...slice }),
      count: () => countPublished(work.db, search),
      positionOf: (row) => [row.is_featured, row.posted_at.toISOString(), row.id],
    });
    return { posts: page.rows.map(presentPublished), total: page.total, nextCursor: page.nextCursor };
  });
  routes.add(contract.getPost, async ({ params, request, work }) => {
    const row = await getPublished(work, params.slug);
    const reader = await findReader(work, request);
    const { workspaceId, id: postId } = row;
    const editor = editorIn(reader, workspaceId);
    return {
      post: {
        ...presentPublished(row),
        bodyHtml: toPostHtml(row.body_html),
        isFavorite:
          reader !== null && (await isFavorite(work.db, { workspaceId, postId, userId: reader.userId })),
        abilities: { canUpdate: editor !== null && canUpdatePost(editor, row) },
      },
    };
  });
  routes.add(contract.countPostView, async ({ params, request }) =>
    countView(platform, { slug: params.slug, request }),
  );
  routes.add(contract.countPostShare, async ({ params, request }) => ({
    totalShares: await countShare(platform, { slug: params.slug, request }),
  }));
  routes.add(contract.getPostCover, async ({ params, request, reply, work }) =>
    sendCover(work, platform.storage, { fileId: params.id, request, reply }),
  );
  addFeed(routes, platform);
}

function addFeed(routes: Routes, { config }: Parts): void {
  routes.add(contract.getBlogFeed, async ({ work, reply }) => {
    const workspaceId = await findPublicWorkspaceId(work.db);
    const rows =
      workspaceId === null ? [] : await listNewestRows(work.db, { workspaceId, limit: feedLength });
    const brand = await readBrand(work.db);
    await reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(rssOf(rows, { ...brand, publicUrl: config.publicUrl }));
  });
}

function presentPublished(row: PublishedRow): contract.PostSummary {
  return { ...presentSummary(row), postedAt: row.posted_at.toISOString() };
}
