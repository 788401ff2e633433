import { requestPhotoTypes, type RoomRequest } from '@handover/contract/documents/data-rooms.ts';
import {
  clientRequestStateNames,
  roomRequestStateNames,
} from '@handover/contract/documents/room-request-names.ts';
import type { ShownRequestState } from '@handover/contract/documents/room-request-states.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { useState, type ReactElement } from 'react';
import styles from './rooms.module.css';

const tones = {
  required: 'neutral',
  requested: 'warning',
  uploaded: 'info',
  refused: 'error',
  verified: 'success',
  expired: 'error',
  not_applicable: 'neutral',
} as const satisfies Record<ShownRequestState, string>;

/** The state of a request; clients see different labels. */
export function RequestStateLabel({
  state,
  isClient = false,
}: {
  state: ShownRequestState;
  isClient?: boolean;
}): ReactElement {
  const names = isClient ? clientRequestStateNames : roomRequestStateNames;
  return <StatusLabel tone={tones[state]}>{names[state]}</StatusLabel>;
}

/** Names the files that were uploaded after the dialog opened. Renders nothing if there are none. */
export function NewFiles({ documents }: Pick<RoomRequest, 'documents'>): ReactElement | null {
  const [opened] = useState(documents);
  const added = documents.filter(
    ({ id, number }) => !opened.some((one) => one.id === id && one.number === number),
  );
  if (added.length === 0) return null;
  return (
    <p role="alert" className={styles['refusal']}>
      New files: {added.map(({ name }) => name).join(', ')}. Review them first.
    </p>
  );
}

/** For `<input accept>`. Phones convert photos in their own formats to these types. */
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
