import type { ImportRun } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import styles from './run.module.css';

type Fact = readonly [name: string, count: number];

/** What an import, or its undo, made of the rows so far. */
export function ImportCounts({ counts }: Pick<ImportRun, 'counts'>): ReactElement {
  const ofUndo: readonly Fact[] = [
    ['Taken back', counts.undone],
    ['Kept', counts.kept],
  ];
  const ofImport: readonly Fact[] = [
    ['Individuals', counts.individuals],
    ['Organisations', counts.organizations],
  ];
  const isUndo = counts.undone + counts.kept > 0;
  const facts: readonly Fact[] = [
    ['Rows read', counts.rows],
    ...(isUndo ? [] : ofImport),
    ['Created', counts.created],
    ['Updated', counts.updated],
    ['Left out', counts.rejected],
    ...(isUndo ? ofUndo : []),
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
