import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { createImport } from '@handover/contract/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { messageOf } from '#shared/api/api-error.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { ImportHistory } from './import-history.tsx';
import styles from './import-start.module.css';
import { importQuery } from './imports.queries.ts';

/** Takes a file, by choosing or dropping it, and lists the earlier imports. */
export function ImportStart({ onShow }: { onShow: (id: string) => void }): ReactElement {
  const { start, share, failure, isPending } = useUpload(onShow);
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
              {share < 1 ? `Uploading: ${String(Math.round(share * 100))} %` : 'Reading the file …'}
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
              Drop a CSV file or an Excel workbook here, or choose one. You will see what becomes of it, and
              can mend it, before anything is written.
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
      <ImportHistory onShow={onShow} />
    </>
  );
}

function useUpload(onDone: (id: string) => void): {
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
        query: { name: file.name },
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

  // Only the upload needs the dialog to stay; what is uploaded goes on without it.
  useEffect(() => {
    const current = new AbortController();
    ending.current = current;
    return () => current.abort(new Error('The dialog was closed'));
  }, []);

  return {
    start: (file) => !isPending && mutate(file),
    share,
    isPending,
    failure: error === null ? null : messageOf(error),
  };
}
