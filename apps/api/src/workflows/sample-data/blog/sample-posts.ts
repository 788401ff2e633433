import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createPost, updatePost } from '#features/blog/posts.service.ts';
import { movePost } from '#features/blog/publishing.ts';
import { createRandom } from '../random.ts';
import { writeSampleResponses } from './sample-responses.ts';
import { postsAboutDeals } from './posts-about-deals.ts';
import { postsAboutPreparation, type PostText } from './posts-about-preparation.ts';

const dayMs = 86_400_000;
const daysBetweenPosts = 9;
const texts: readonly PostText[] = [...postsAboutPreparation, ...postsAboutDeals];

type Readers = Readonly<Record<'client' | 'staff' | 'admin' | 'superadmin', string>>;
type Authors = { readonly admin: Member; readonly staff: Member };

/** The 23 posts of the public blog, the newest a day old; the first two are featured. `readers` comment on them. */
export async function writeSamplePosts(
  work: Work,
  { authors, readers, seed }: { authors: Authors; readers: Readers; seed: number },
): Promise<void> {
  const random = createRandom(seed);
  for (const [index, text] of texts.entries()) {
    const days = 1 + index * daysBetweenPosts;
    const writtenAt = daysAgo(work, days + 3);
    const author = index % 3 === 0 ? authors.admin : authors.staff;
    const draft = await createPost(writtenAt, author, toPostInput(text));
    const { id, version } = await movePost(daysAgo(work, days), authors.admin, {
      postId: draft.id,
      input: { version: draft.version, status: 'published' },
    });
    if (index < 2)
      await updatePost(daysAgo(work, days), authors.admin, {
        postId: id,
        input: { version, isFeatured: true },
      });
    await writeSampleResponses(work, {
      postId: id,
      workspaceId: author.workspaceId,
      authorId: author.userId,
      clientId: readers.client,
      days,
      readerIds: Object.values(readers),
      random,
    });
  }
}

/** Drafts in a workspace that is not the public one. */
export async function writeSampleDrafts(work: Work, author: Member): Promise<void> {
  for (const [index, text] of texts.slice(0, 2).entries())
    await createPost(daysAgo(work, 2 + index), author, {
      ...toPostInput(text),
      title: `${text.title} (second part)`,
    });
}

function toPostInput({ title, description, cover, lines }: PostText): Parameters<typeof createPost>[2] {
  return { title, description, bodyHtml: toHtml(lines), cover: { kind: 'design', design: cover } };
}

/** Items that follow one another make one list. */
function toHtml(lines: readonly string[]): string {
  return lines
    .map((line) => {
      if (line.startsWith('# ')) return `<h2>${line.slice(2)}</h2>`;
      return line.startsWith('- ') ? `<ul><li><p>${line.slice(2)}</p></li></ul>` : `<p>${line}</p>`;
    })
    .join('')
    .replaceAll('</ul><ul>', '');
}

function daysAgo(work: Work, days: number): Work {
  return { ...work, now: new Date(work.now.getTime() - days * dayMs) };
}
