import type { PublishedRow } from './reading.queries.ts';

type Channel = { readonly name: string; readonly tagline: string; readonly publicUrl: string };

/** The feed as RSS 2.0. */
export function rssOf(rows: readonly PublishedRow[], { name, tagline, publicUrl }: Channel): string {
  const items = rows.map((row) => itemOf(row, `${publicUrl}/blog/${row.slug}`));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', name),
    element('link', `${publicUrl}/blog`),
    `<atom:link href="${escape(`${publicUrl}/api/blog/rss`)}" rel="self" type="application/rss+xml"/>`,
    element('description', tagline),
    element('language', 'en'),
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemOf(row: PublishedRow, address: string): string {
  return [
    '<item>',
    element('title', row.title),
    element('link', address),
    `<guid isPermaLink="false">${row.id}</guid>`,
    element('pubDate', row.posted_at.toUTCString()),
    element('dc:creator', row.author_name),
    element('description', row.description),
    '</item>',
  ].join('');
}

function element(name: string, text: string): string {
  return `<${name}>${escape(text)}</${name}>`;
}

/** Characters that XML has no way to write. */
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escape(text: string): string {
  return text
    .replace(unwritable, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
