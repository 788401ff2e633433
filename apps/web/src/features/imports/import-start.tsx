import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { createImport } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { statusLabels } from './import-labels.ts';
import { importQuery, importsQuery } from './imports.queries.ts';
import styles from './imports.module.css';
import { LoadMore } from '#shared/lists/paged-panel.tsx';

interface ImportStartProps {
  recordType: RecordType;
  onShow: (id: string) => void;
}

/** Accepts a selected or dropped file, and lists earlier imports. */
export function ImportStart({ recordType, onShow }: ImportStartProps): ReactElement {
  const { start, share, failure, isPending } = useUpload(recordType, onShow);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) start(file);
  };
  return (
    <>
      {failure !== null && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {failure}
        </Alert>
      )}
      <div
        className={classNames(styles['drop'], isOver && styles['over'])}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="solar:cloud-upload-bold-duotone" size={40} />
        {isPending ? (
          <div className={styles['progress']}>
            <p role="status">
              {share < 1 ? `Uploading: ${String(Math.round(share * 100))}%` : 'Reading file…'}
            </p>
            <LinearProgress
              variant={share < 1 ? 'determinate' : 'indeterminate'}
              value={share * 100}
              aria-label="Upload"
            />
          </div>
        ) : (
          <>
            <p>
              Drop a CSV file or an Excel workbook here, or choose one. Review and fix rows before importing.
            </p>
            <FileButton
              accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              onFiles={([file]) => file !== undefined && start(file)}
            >
              Choose a file
            </FileButton>
          </>
        )}
      </div>
      <ImportHistory recordType={recordType} onShow={onShow} />
    </>
  );
}

function useUpload(
  recordType: RecordType,
  onDone: (id: string) => void,
): {
  start: (file: File) => void;
  share: number;
  failure: string | null;
  isPending: boolean;
} {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const ending = useRef(new AbortController());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) =>
      uploadWithProgress(createImport, {
        query: { name: file.name, recordType },
        file,
        signal: ending.current.signal,
        onProgress: setShare,
      }),
    onSuccess: ({ import: run }) => {
      client.setQueryData(importQuery(run.id).queryKey, run);
      void client.invalidateQueries({ queryKey: ['import', 'all', 'list'] });
      onDone(run.id);
    },
  });

  // Only the upload needs the dialog; the import continues without it.
  useEffect(() => {
    const current = new AbortController();
    ending.current = current;
    return () => current.abort(new Error('Upload canceled'));
  }, []);

  return {
    start: (file) => !isPending && mutate(file),
    share,
    isPending,
    failure: error === null ? null : getErrorMessage(error),
  };
}

function ImportHistory({ recordType, onShow }: ImportStartProps): ReactElement | null {
  const { timeZone } = useUser();
  const query = useInfiniteQuery(importsQuery(recordType));
  const runs = query.data?.pages.flatMap((page) => page.imports) ?? [];
  if (runs.length === 0) return null;
  return (
    <section className={styles['history']} aria-label="Earlier imports">
      <h3 className={styles['title']}>Earlier imports</h3>
      <ul className={styles['runs']}>
        {runs.map((run) => (
          <li key={run.id} className={styles['run']}>
            <button type="button" className={styles['name']} onClick={() => onShow(run.id)}>
              {run.fileName}
            </button>
            <StatusLabel tone={statusLabels[run.status].tone}>{statusLabels[run.status].text}</StatusLabel>
            <span className={styles['facts']}>
              {run.createdBy.displayName}, <RelativeTime time={run.createdAt} timeZone={timeZone} />
              {run.status === 'done' &&
                ` · ${(run.counts.created + run.counts.updated).toLocaleString('en')} imported, ${run.counts.rejected.toLocaleString('en')} skipped`}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} shown={runs.length} total={query.data?.pages[0]?.total ?? runs.length} />
    </section>
  );
}
