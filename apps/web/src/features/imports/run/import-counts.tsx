import type { ImportRun } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import styles from './run.module.css';

/** What an import made of the rows so far. */
export function ImportCounts({ counts }: Pick<ImportRun, 'counts'>): ReactElement {
  const facts: readonly (readonly [string, number])[] = [
    ['Rows read', counts.rows],
    ['Individuals', counts.individuals],
    ['Organisations', counts.organizations],
    ['Created', counts.created],
    ['Updated', counts.updated],
    ['Left out', counts.rejected],
  ];
  return (
    <dl className={styles['counts']}>
      {facts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
