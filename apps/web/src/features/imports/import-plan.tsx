import Alert from '@mui/material/Alert';
import { recordInfo } from '@handover/contract/records/records.ts';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import {
  importModes,
  importOverwrites,
  type ImportCheck,
  type ImportDetail,
} from '@handover/contract/records/imports.ts';
import { useState, type ReactElement } from 'react';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { TabList } from '@handover/ui/parts/tab-list.tsx';
import { CapitalizationOption, MappingTable, ReadingFields } from './import-columns.tsx';
import { modeLabels, overwriteLabels, formatRowCount } from './import-labels.ts';
import { useErrorCount, useImportMutations } from './import-mutations.ts';
import { type ImportChoice, previewQuery } from './imports.queries.ts';
import styles from './import-plan.module.css';
import { RowErrorsPanel } from './row-errors.tsx';
import { formatSize } from '#shared/files/files.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';

const views = ['columns', 'rows', 'preview'] as const;
type View = (typeof views)[number];

/** The mapping, the rows with errors, a preview, and the start button. */
export function ImportPlan({ run }: { run: ImportDetail }): ReactElement {
  const [view, setView] = useState<View>('columns');
  const [choice, setChoice] = useState<ImportChoice>({
    mapping: run.mapping,
    mode: run.mode,
    overwrite: run.overwrite,
    fixCapitalization: run.fixCapitalization,
  });
  const mutations = useImportMutations(run.id);
  const hasName = (mapping: ImportChoice['mapping']): boolean =>
    Object.values(mapping).some((field) => run.nameFields.includes(field));
  const isNamed = hasName(choice.mapping);
  const repeated = listRepeatedFields(run, choice.mapping);
  const choose = (next: ImportChoice): void => {
    setChoice(next);
    if (hasName(next.mapping)) mutations.choose(next);
  };
  const open = useErrorCount(run);
  return (
    <div className={styles['plan']}>
      <FileLine run={run} />
      <TabList
        label="Import steps"
        idPrefix="import"
        tabs={[
          { name: 'columns', label: 'Columns' },
          {
            name: 'rows',
            label: open === 0 ? 'Rows with errors' : `Rows with errors (${open.toLocaleString('en')})`,
          },
          { name: 'preview', label: 'Preview' },
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
          <Alert severity="warning">
            Choose the column that contains the name. Rows without a name cannot be imported.
          </Alert>
        )}
        {repeated.length > 0 && (
          <Alert severity="warning">
            {`${new Intl.ListFormat('en').format(repeated)} ${repeated.length === 1 ? 'is' : 'are each'} mapped to several columns. Only the first value in each row is imported.`}
          </Alert>
        )}
        {view === 'columns' && (
          <>
            {run.isMappingRemembered && (
              <Alert severity="info">
                Using the mapping from your last file with these columns. Change it if needed.
              </Alert>
            )}
            <ReadingFields run={run} onReread={mutations.reread} />
            <MappingTable
              run={run}
              mapping={choice.mapping}
              onChange={(mapping) => choose({ ...choice, mapping })}
            />
            <CapitalizationOption
              run={run}
              choice={choice}
              onChange={(fixCapitalization) => choose({ ...choice, fixCapitalization })}
            />
          </>
        )}
        {view === 'rows' && isNamed && <RowErrorsPanel run={run} />}
        {view === 'preview' && isNamed && <ImportPreview run={run} choice={choice} />}
      </div>
      {mutations.failure !== null && (
        <Alert severity="error" role="alert">
          {mutations.failure}
        </Alert>
      )}
      <PlanFooter
        recordType={run.recordType}
        choice={choice}
        check={isNamed ? run.check : null}
        isPending={mutations.isPending}
        onChoose={choose}
        onStart={() => mutations.start(choice)}
      />
    </div>
  );
}

/** The labels of fields with several columns, except those whose values are joined. */
function listRepeatedFields({ fields }: ImportDetail, mapping: ImportChoice['mapping']): string[] {
  const mapped = Object.values(mapping);
  return fields.flatMap(({ key, label, isJoined }) =>
    !isJoined && mapped.indexOf(key) !== mapped.lastIndexOf(key) ? [label] : [],
  );
}

function FileLine({ run }: { run: ImportDetail }): ReactElement {
  return (
    <p className={styles['file']}>
      <strong>{run.fileName}</strong> · {formatSize(run.sizeBytes)} ·{' '}
      {run.columns.length.toLocaleString('en')} {run.columns.length === 1 ? 'column' : 'columns'}
    </p>
  );
}

interface PlanFooterProps {
  recordType: ImportDetail['recordType'];
  choice: ImportChoice;
  check: ImportCheck | null;
  isPending: boolean;
  onChoose: (choice: ImportChoice) => void;
  onStart: () => void;
}

/** The options, their result, and the start button. */
function PlanFooter({
  recordType,
  choice,
  check,
  isPending,
  onChoose,
  onStart,
}: PlanFooterProps): ReactElement {
  return (
    <div className={styles['footer']}>
      <CheckSummary check={check} recordType={recordType} />
      <div className={styles['start']}>
        <LabeledSelect
          label="Mode"
          value={choice.mode}
          onChange={(event) =>
            onChoose({
              ...choice,
              mode: importModes.find((name) => name === event.target.value) ?? choice.mode,
            })
          }
        >
          {(['both', 'create', 'update'] as const).map((name) => (
            <option key={name} value={name}>
              {modeLabels[name]}
            </option>
          ))}
        </LabeledSelect>
        {choice.mode !== 'create' && (
          <LabeledSelect
            label={`Existing ${recordInfo[recordType].many}`}
            value={choice.overwrite}
            onChange={(event) =>
              onChoose({
                ...choice,
                overwrite: importOverwrites.find((name) => name === event.target.value) ?? choice.overwrite,
              })
            }
          >
            {importOverwrites.map((name) => (
              <option key={name} value={name}>
                {overwriteLabels[name]}
              </option>
            ))}
          </LabeledSelect>
        )}
        <Button loading={isPending} onClick={onStart}>
          {startLabel(check)}
        </Button>
      </div>
    </div>
  );
}

/** “Import 921 rows”, once the check has counted them. */
function startLabel(check: ImportCheck | null): string {
  if (check === null || !check.isComplete) return 'Start import';
  return `Import ${formatRowCount(check.counts.created + check.counts.updated - check.overQuota)}`;
}

interface CheckSummaryProps {
  check: ImportCheck | null;
  recordType: ImportDetail['recordType'];
}

/** The result of starting the import now, for the whole file. */
export function CheckSummary({ check, recordType }: CheckSummaryProps): ReactElement | null {
  if (check === null) return null;
  if (check.failure !== null)
    return <Alert severity="warning">{`The file could not be checked. ${check.failure}`}</Alert>;
  const { counts } = check;
  const number = (count: number): string => count.toLocaleString('en');
  if (!check.isComplete)
    return (
      <div className={styles['checking']}>
        <p role="status">Checking every row: {Math.round(check.progress * 100)}%</p>
        <LinearProgress variant="determinate" value={check.progress * 100} aria-label="File check" />
      </div>
    );
  return (
    <>
      <p role="status" className={styles['outcome-line']}>
        <strong>{number(counts.created)}</strong> to create, <strong>{number(counts.updated)}</strong> to
        update, <strong>{number(counts.rejected)}</strong> skipped of {number(counts.rows)} rows
      </p>
      {check.overQuota > 0 && (
        <Alert severity="warning">
          {`The workspace’s plan has room for ${number(counts.created - check.overQuota)} of ${number(counts.created)} new ${recordInfo[recordType].many}, so ${formatRowCount(check.overQuota)} will be skipped. Move ${recordInfo[recordType].many} to the trash, or ask a superadmin to raise the limit.`}
        </Alert>
      )}
    </>
  );
}

const outcomes = {
  create: { text: 'New', tone: 'success' },
  update: { text: 'Update', tone: 'info' },
  reject: { text: 'Skipped', tone: 'error' },
} as const;

/** The result of the first rows of the file. */
export function ImportPreview({
  run,
  choice,
}: {
  run: Pick<ImportDetail, 'id' | 'fields'>;
  choice: ImportChoice;
}): ReactElement {
  const { data, error, isFetching } = useQuery({
    ...previewQuery(run.id, choice),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Alert severity="error">{getErrorMessage(error)}</Alert>;
  if (data === undefined) return <Spinner />;
  const { rows } = data;
  const fields = run.fields.filter(({ key }) => rows.some((row) => (row.values[key] ?? '') !== ''));
  const rejected = rows.filter(({ outcome }) => outcome === 'reject').length;
  return (
    <div aria-busy={isFetching}>
      <p className={styles['summary']}>
        First {rows.length} rows: {rows.length - rejected} to import, {rejected} skipped
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it */}
      <div className={styles['region']} role="region" aria-label="First rows" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              {fields.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, outcome, reason, values }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td className={styles['outcome']}>
                  <StatusLabel tone={outcomes[outcome].tone}>{outcomes[outcome].text}</StatusLabel> {reason}
                </td>
                {fields.map(({ key }) => (
                  <td key={key}>{values[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
