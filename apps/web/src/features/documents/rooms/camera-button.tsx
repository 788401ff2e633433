import { requestPhotoTypes } from '@handover/contract/data-rooms.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import type { ReactElement } from 'react';
import styles from './rooms.module.css';

/** As in `<input accept>`. Phones convert theirs to these. */
export const photoTypes = requestPhotoTypes.join();

export function isPhoto({ type }: File): boolean {
  return requestPhotoTypes.some((photoType) => photoType === type);
}

/** Opens the camera; shown on phones and tablets only. */
export function CameraButton({
  label,
  onFiles,
  children,
}: {
  label?: string;
  onFiles: (files: readonly File[]) => void;
  children: string;
}): ReactElement {
  return (
    <span className={styles['camera']}>
      <FileButton
        isCamera
        accept={photoTypes}
        variant="outlined"
        color="inherit"
        {...(label !== undefined && { 'aria-label': label })}
        onFiles={(files) => onFiles(files.filter(isPhoto))}
      >
        {children}
      </FileButton>
    </span>
  );
}
