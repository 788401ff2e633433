import { escapeHtml } from '@handover/domain/text/escape-html.ts';
import { findReader, getPublished } from './visits.ts';
import * as contract from '@handover/contract/posts.ts';
import { paginate } from '#lib/pagination.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import type { Platform } from '#platform/platform.ts';
import { can, findEditor } from './blog.policy.ts';
import {
  countPublished,
  isFavorite,
  listNewestRows,
  listPublishedRows,
  presentSummary,
  type PublishedRow,
  readBrand,
} from './reading.queries.ts';
import { toPostHtml } from './posts.service.ts';
import { sendCover } from './covers.ts';
import { countShare, countView } from './visits.ts';

const feedLength = 50;
const nothing = { posts: [], total: 0, nextCursor: null };

type Parts = Pick<Platform, 'keyring' | 'limits' | 'runner' | 'storage' | 'config'>;

/** The public blog: list, post, cover, feed, and view and share counts. */
export function readingRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.listPosts, async ({ query, work }) => {
    const workspaceId = await findPublicWorkspaceId(work.db);
    if (workspaceId === null) return nothing;
    const search = { workspaceId, q: query.q ?? '' };
    const page = await paginate(platform.keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: null,
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
    const editor = findEditor(reader, workspaceId);
    return {
      post: {
        ...presentPublished(row),
        bodyHtml: toPostHtml(row.body_html),
        isFavorite:
          reader !== null && (await isFavorite(work.db, { workspaceId, postId, userId: reader.userId })),
        abilities: { canUpdate: editor !== null && can(editor, 'post:update', row) },
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
      .send(toRss(rows, { ...brand, publicUrl: config.publicUrl }));
  });
}

function presentPublished(row: PublishedRow): contract.PostSummary {
  return { ...presentSummary(row), postedAt: row.posted_at.toISOString() };
}

type Channel = { readonly name: string; readonly tagline: string; readonly publicUrl: string };

/** RSS 2.0. */
function toRss(rows: readonly PublishedRow[], { name, tagline, publicUrl }: Channel): string {
  const items = rows.map((row) => toRssItem(row, `${publicUrl}/blog/${row.slug}`));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    toXmlElement('title', name),
    toXmlElement('link', `${publicUrl}/blog`),
    `<atom:link href="${escapeHtml(`${publicUrl}/api/blog/rss`)}" rel="self" type="application/rss+xml"/>`,
    toXmlElement('description', tagline),
    toXmlElement('language', 'en'),
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function toRssItem(row: PublishedRow, address: string): string {
  return [
    '<item>',
    toXmlElement('title', row.title),
    toXmlElement('link', address),
    `<guid isPermaLink="false">${row.id}</guid>`,
    toXmlElement('pubDate', row.posted_at.toUTCString()),
    toXmlElement('dc:creator', row.author_name),
    toXmlElement('description', row.description),
    '</item>',
  ].join('');
}

function toXmlElement(name: string, text: string): string {
  return `<${name}>${escapeHtml(text.replace(unwritable, ''))}</${name}>`;
}

/** Characters not allowed in XML. */
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
