import type { PostSummary } from '@handover/contract/posts.ts';
import type { ReactElement } from 'react';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { blogIcons } from './blog.generated.ts';
import styles from './post-card.module.css';

registerIcons(blogIcons);

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

type Totals = Pick<PostSummary, 'totalViews' | 'totalComments' | 'totalShares' | 'totalFavorites'>;

/** Views, comments, shares, and favorites of a post, abbreviated; the exact numbers on hover. */
export default function PostCounts({ post }: { post: Totals }): ReactElement {
  return (
    <ul className={styles['counts']}>
      <Count icon="solar:eye-linear" what="views" count={post.totalViews} />
      <Count icon="solar:chat-round-line-linear" what="comments" count={post.totalComments} />
      <Count icon="solar:forward-2-linear" what="shares" count={post.totalShares} />
      <Count icon="solar:heart-linear" what="favorites" count={post.totalFavorites} />
    </ul>
  );
}

function Count({ icon, what, count }: { icon: string; what: string; count: number }): ReactElement {
  const noun = count === 1 ? what.slice(0, -1) : what;
  return (
    <li title={`${count.toLocaleString('en')} ${noun}`}>
      <Icon name={icon} size={16} />
      {compact.format(count)}
      <span className="sr-only"> {noun}</span>
    </li>
  );
}
