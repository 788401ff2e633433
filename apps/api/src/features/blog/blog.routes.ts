import * as contract from '@handover/contract/posts.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { paginate } from '#lib/pagination.ts';
import { readingRoutes } from './reading.routes.ts';
import { responseRoutes } from './responses.routes.ts';
import { receiveCover } from './covers.ts';
import {
  createPost,
  deletePost,
  getManagedRow,
  presentFull,
  presentManaged,
  restorePost,
  updatePost,
} from './posts.service.ts';
import { countManaged, listManagedRows } from './posts.queries.ts';
import { movePost } from './publishing.ts';

export function blogRoutes(routes: Routes, platform: Platform): void {
  readingRoutes(routes, platform);
  responseRoutes(routes, platform);
  writingRoutes(routes, platform);
}

/** Writing, publishing, and unpublishing posts. */
function writingRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'storage'>): void {
  routes.add(contract.listManagedPosts, async ({ actor, query, work }) => {
    const filter = { status: query.status, q: query.q ?? '' };
    const page = await paginate(platform.keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['managed-posts', filter],
      fetch: (slice) => listManagedRows(work.db, actor, { filter, ...slice }),
      count: () => countManaged(work.db, actor, filter),
      positionOf: (row) => [row.updated_at.toISOString(), row.id],
    });
    return {
      posts: page.rows.map((row) => presentManaged(actor, row)),
      total: page.total,
      nextCursor: page.nextCursor,
    };
  });
  routes.add(contract.getManagedPost, async ({ actor, params, work }) => ({
    post: presentFull(actor, await getManagedRow(work, actor, params)),
  }));
  routes.add(contract.createPost, async ({ actor, body, work }) => ({
    post: await createPost(work, actor, body),
  }));
  routes.add(contract.updatePost, async ({ actor, params, body, work }) => ({
    post: await updatePost(work, actor, { postId: params.id, input: body }),
  }));
  routes.add(contract.movePost, async ({ actor, params, body, work }) => ({
    post: await movePost(work, actor, { postId: params.id, input: body }),
  }));
  routes.add(contract.deletePost, async ({ actor, params, work }) => deletePost(work, actor, params.id));
  routes.add(contract.restorePost, async ({ actor, params, work }) => ({
    post: await restorePost(work, actor, params.id),
  }));
  routes.add(contract.uploadCover, async ({ actor, query, request, writeOnce }) => ({
    file: await receiveCover(platform.storage, actor, { request, name: query.name, writeOnce }),
  }));
}
