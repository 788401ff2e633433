import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import type { PageHeading } from '#shared/page/page-heading.tsx';
import styles from './breadcrumb-title.module.css';

/** Icon, title and description of the page; the title is its only h1. */
export function BreadcrumbTitle({ heading }: { heading: PageHeading }): ReactElement {
  return (
    <div className={styles['block']}>
      <span className={styles['icon']}>{heading.icon !== '' && <Icon name={heading.icon} size={24} />}</span>
      <div className={styles['text']}>
        <h1 dir="auto" className={styles['title']}>
          {heading.title}
        </h1>
        <p dir="auto" className={styles['description']}>
          {heading.description}
        </p>
      </div>
    </div>
  );
}
