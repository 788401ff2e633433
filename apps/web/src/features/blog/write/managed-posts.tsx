import { listManagedPosts, type ManagedPostSummary } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { never } from 'zod/mini';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { send } from '#shared/api/client.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { defineRecordList, parseInput } from '#shared/records/list/record-list.ts';
import PostCounts from '../read/post-counts.tsx';
import { formatTime } from './posts.queries.ts';
import { postStatusNames, PostStatusLabel } from './post-status.tsx';

const { q, status } = listManagedPosts.query.shape;

/** Posts in every status, last changed first. */
const postList = defineRecordList<ManagedPostSummary, { q: typeof q; status: typeof status }, never>({
  nouns: ['post', 'posts'],
  searchFields: 'title, author, or text',
  filterSchemas: { q, status },
  sortSchema: never(),
  defaultSort: '',
  sortNames: {},
  pageSizes: [25, 50],
  async fetchPage(query, signal) {
    const input = parseInput(listManagedPosts.query, query);
    const { posts, ...page } = await send(listManagedPosts, { query: input }, { signal });
    return { ...page, rows: posts };
  },
  nameOf: ({ title }) => title,
  // An author can only view their published post, because only admins can edit it.
  linkTo: ({ slug, abilities, status: current }) =>
    abilities.canUpdate || current !== 'published' ? `/blog/${slug}/edit` : `/blog/${slug}`,
  picture: ({ author }, size) => <Avatar name={author.name} photoUrl={author.avatarUrl} size={size} />,
  name: { key: 'title', header: 'Post', width: 320 },
  columns: [
    {
      key: 'status',
      header: 'Status',
      width: 116,
      card: 'status',
      cell: (post) => <PostStatusLabel status={post.status} />,
    },
    { key: 'author', header: 'Author', width: 140, card: 'detail', text: ({ author }) => author.name },
    {
      key: 'updatedAt',
      header: 'Updated',
      width: 110,
      card: 'end',
      cell: ({ updatedAt }, { timeZone }) => <RelativeTime time={updatedAt} timeZone={timeZone} />,
    },
    {
      key: 'scheduledAt',
      header: 'Appears',
      width: 180,
      card: 'detail',
      text: ({ scheduledAt }, { timeZone }) => scheduledAt && formatTime(timeZone, new Date(scheduledAt)),
    },
    {
      key: 'totalViews',
      header: 'Activity',
      width: 210,
      card: 'badge',
      cell: (post) => post.postedAt !== null && <PostCounts post={post} />,
    },
  ],
  filters: { status: { control: 'choice', label: 'Status', isPromoted: true, choices: postStatusNames } },
  empty: {
    icon: 'solar:notebook-bold-duotone',
    title: 'No posts yet',
    text: 'Drafts are visible only to their author and administrators.',
  },
});

const heading = { title: 'Posts', description: 'Drafts, scheduled, and published' };

/** The posts of a writer: staff see their own, admins all posts. */
export default function ManagedPosts(): ReactElement {
  usePageHeading(heading);
  return (
    <RecordListPage
      list={postList}
      create={{ label: 'Write a post', to: '/blog/write' }}
      actions={
        <Button component={Link} to="/blog" variant="outlined" color="inherit">
          Public blog
        </Button>
      }
    />
  );
}
