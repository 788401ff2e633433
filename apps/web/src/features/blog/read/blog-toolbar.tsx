import type { ReactElement, ReactNode } from 'react';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { blogIcons } from './blog.generated.ts';
import styles from './post-card.module.css';

registerIcons(blogIcons);

interface BlogToolbarProps {
  q: string;
  onSearch: (q: string) => void;
  /** Actions for writers. */
  children?: ReactNode;
}

/** Search and feed link, loaded after the posts. */
export default function BlogToolbar({ q, onSearch, children }: BlogToolbarProps): ReactElement {
  return (
    <div className={styles['blogToolbarToolbar']}>
      <SearchBox noun="posts" fields="title, author, or text" value={q} onSearch={onSearch} />
      <div className={styles['actions']}>
        <a className={styles['feed']} href="/api/blog/rss">
          RSS feed
        </a>
        {children}
      </div>
      <link rel="alternate" type="application/rss+xml" title="Blog" href="/api/blog/rss" />
    </div>
  );
}
