import Alert from '@mui/material/Alert';
import type { ImportDetail } from '@handover/contract/imports.ts';
import { useState, type ReactElement } from 'react';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { sizeText } from '#shared/files/size-text.ts';
import type { ImportChoice } from '../imports.queries.ts';
import { RowErrorsPanel } from '../row-errors/row-errors-panel.tsx';
import { useOpenRows } from '../row-errors/use-open-rows.ts';
import { useImportMutations } from '../use-import-mutations.ts';
import { ImportPreview } from './import-preview.tsx';
import { MappingTable } from './mapping-table.tsx';
import { columnsOf, hasName } from './mapping.ts';
import { PlanFooter } from './plan-footer.tsx';
import styles from './plan.module.css';
import { ReadingFields } from './reading-fields.tsx';

const views = ['columns', 'rows', 'preview'] as const;
type View = (typeof views)[number];

/** Where the columns go, which rows need mending, what the first rows become, and the start. */
export function ImportPlan({ run }: { run: ImportDetail }): ReactElement {
  const [view, setView] = useState<View>('columns');
  const [choice, setChoice] = useState<ImportChoice>({
    mapping: run.mapping,
    mode: run.mode,
    overwrite: run.overwrite,
  });
  const acts = useImportMutations(run.id);
  const isNamed = hasName(choice.mapping);
  const choose = (next: ImportChoice): void => {
    setChoice(next);
    if (hasName(next.mapping)) acts.choose(next);
  };
  const open = useOpenRows(run);
  return (
    <div className={styles['plan']}>
      <FileLine run={run} />
      <TabList
        label="Steps of the import"
        idPrefix="import"
        tabs={[
          { name: 'columns', label: 'Columns' },
          {
            name: 'rows',
            label: open === 0 ? 'Rows to mend' : `Rows to mend (${open.toLocaleString('en')})`,
          },
          { name: 'preview', label: 'First rows' },
        ]}
        selected={view}
        onSelect={setView}
      />
      <div
        role="tabpanel"
        id="import-panel"
        aria-labelledby={`import-tab-${view}`}
        className={styles['panel']}
      >
        {!isNamed && (
          <Alert severity="warning">Choose the column with the name: without one no row can be taken.</Alert>
        )}
        {view === 'columns' && (
          <>
            {run.isMappingRemembered && (
              <Alert severity="info">
                The columns go where they went the last time with a file like this. Change what is not right.
              </Alert>
            )}
            <ReadingFields run={run} onReread={acts.reread} />
            <MappingTable
              columns={columnsOf(run, choice.mapping)}
              mapping={choice.mapping}
              onChange={(mapping) => choose({ ...choice, mapping })}
            />
          </>
        )}
        {view === 'rows' && isNamed && <RowErrorsPanel run={run} />}
        {view === 'preview' && isNamed && <ImportPreview id={run.id} choice={choice} />}
      </div>
      {acts.failure !== null && (
        <Alert severity="error" role="alert">
          {acts.failure}
        </Alert>
      )}
      <PlanFooter
        choice={choice}
        check={isNamed ? run.check : null}
        isPending={acts.isPending}
        onChoose={choose}
        onStart={() => acts.start(choice)}
      />
    </div>
  );
}

function FileLine({ run }: { run: ImportDetail }): ReactElement {
  return (
    <p className={styles['file']}>
      <strong>{run.fileName}</strong> · {sizeText(run.sizeBytes)} · {run.columns.length.toLocaleString('en')}{' '}
      {run.columns.length === 1 ? 'column' : 'columns'}
    </p>
  );
}
