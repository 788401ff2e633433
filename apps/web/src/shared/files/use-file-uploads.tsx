import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import styles from './file-uploads.module.css';

/** A file with the key of its upload, so that a retry does not add a second file. */
interface KeyedFile {
  readonly file: File;
  readonly idempotencyKey: string;
}

/** The files that were not uploaded, and why. */
interface Left {
  readonly files: readonly KeyedFile[];
  readonly reason: string;
}

interface FileUploadsOptions {
  upload: (file: KeyedFile, onProgress: (share: number) => void) => Promise<unknown>;
  /** Called with the number of files once all are uploaded. */
  onUploaded: (count: number) => void;
  /** Called after each attempt, including failed ones. */
  onSettled: () => void;
}

interface FileUploads {
  /** Share of the current file, 0–1; null while nothing is uploaded. */
  progress: number | null;
  start: (files: readonly File[]) => void;
  /** Lists the files that were not uploaded, with a retry button. */
  failure: ReactElement | null;
}

/** Uploads files one after another. Failed uploads can be retried. */
export function useFileUploads({ upload, onUploaded, onSettled }: FileUploadsOptions): FileUploads {
  const [progress, setProgress] = useState<number | null>(null);
  const [left, setLeft] = useState<Left | null>(null);
  /** `waiting` are files that are kept for a retry while others are uploaded. */
  const uploadAll = async (files: readonly KeyedFile[], waiting: Left | null = null): Promise<void> => {
    setLeft(waiting);
    let count = 0;
    try {
      for (const file of files) {
        setProgress(0);
        await upload(file, setProgress);
        count += 1;
      }
      onUploaded(count);
    } catch (error) {
      setLeft({ files: [...(waiting?.files ?? []), ...files.slice(count)], reason: getErrorMessage(error) });
    } finally {
      setProgress(null);
      onSettled();
    }
  };
  return {
    progress,
    start: (files) =>
      void uploadAll(
        files.map((file) => ({ file, idempotencyKey: createSubmitKey() })),
        left,
      ),
    failure: left && (
      <div role="alert" className={styles['left']}>
        <p className={styles['refusal']}>
          {formatNames(left.files)} not uploaded. {left.reason}
        </p>
        <Button size="small" disabled={progress !== null} onClick={() => void uploadAll(left.files)}>
          Retry
        </Button>
      </div>
    ),
  };
}

/** “returns.pdf was”, or “returns.pdf and 2 more were”. */
function formatNames([first, ...others]: readonly KeyedFile[]): string {
  const name = first?.file.name ?? '';
  return others.length === 0 ? `${name} was` : `${name} and ${String(others.length)} more were`;
}
