import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './duplicates.module.css';
import { duplicateCountQuery } from './duplicates.queries.ts';

/** The way to customers that may be one, while there are any. */
export function DuplicatesLink(): ReactNode {
  const { data: count = 0 } = useQuery(duplicateCountQuery());
  if (count === 0) return null;
  return (
    <Link to="/admin/users/duplicates" className={styles['link']}>
      {count === 1 ? '1 possible duplicate' : `${count.toLocaleString('en')} possible duplicates`}
    </Link>
  );
}
