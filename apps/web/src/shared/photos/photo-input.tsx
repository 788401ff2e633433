import type { ReactElement, RefObject } from 'react';
import { photoAccept } from './use-photo.ts';

interface PhotoInputProps {
  /** A click on it opens the browser's file chooser. */
  input: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}

/** The hidden field behind a menu entry that chooses a photo. */
export function PhotoInput({ input, onFiles }: PhotoInputProps): ReactElement {
  return (
    <input
      ref={input}
      type="file"
      hidden
      aria-label="Photo"
      accept={photoAccept}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same file can be chosen again.
        event.target.value = '';
      }}
    />
  );
}
