import type { ReactElement, RefObject } from 'react';
import { photoTypes } from '@handover/contract/records/photos.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';

interface PhotoInputProps {
  /** Clicking it opens the browser's file chooser. */
  input: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}

/** The hidden input behind a menu entry for choosing a photo. */
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
        // Allows the same file to be selected again.
        event.target.value = '';
      }}
    />
  );
}

/** For `<input accept>`. */
export const photoAccept = photoTypes.join(',');

interface PhotoCalls<T> {
  upload: (photo: Blob) => Promise<T>;
  remove: () => Promise<T>;
  /** Receives the changed record. */
  onChanged: (record: T) => void;
  /** What the picture is called in messages. */
  noun?: 'photo' | 'logo';
  /** Scales the picture down before the upload. */
  shrink?: (file: Blob) => Promise<Blob>;
}

export interface Photo {
  choose: (files: readonly File[]) => void;
  remove: () => void;
  isPending: boolean;
}

/** Changes or removes a photo and shows errors. */
export function usePhoto<T>({ upload, remove, onChanged, noun = 'photo', shrink }: PhotoCalls<T>): Photo {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File | null) =>
      file === null ? remove() : upload(await shrinkFile(file, shrink)),
    onSuccess: (record, file) => {
      onChanged(record);
      const name = noun === 'photo' ? 'Photo' : 'Logo';
      toasts.done(file === null ? `${name} removed` : `${name} saved`);
    },
    onError: (error) =>
      toasts.failed(error instanceof UnreadablePhotoError ? error.message : getErrorMessage(error)),
  });
  return {
    choose: ([file]) => {
      if (file !== undefined && !isPending) mutate(file);
    },
    remove: () => mutate(null),
    isPending,
  };
}

async function shrinkFile(file: File, shrink: PhotoCalls<unknown>['shrink']): Promise<Blob> {
  const fit = shrink ?? (await import('./shrink-photo.ts')).shrinkPhoto;
  try {
    return await fit(file);
  } catch (cause) {
    throw new UnreadablePhotoError('This image cannot be displayed. Choose a PNG, JPEG, or WebP.', {
      cause,
    });
  }
}

class UnreadablePhotoError extends Error {}
