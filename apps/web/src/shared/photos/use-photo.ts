import { photoTypes } from '@handover/contract/photos.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** As in `<input accept>`. */
export const photoAccept = photoTypes.join(',');

interface PhotoCalls<T> {
  upload: (photo: Blob) => Promise<T>;
  remove: () => Promise<T>;
  /** Shows the record as it is now. */
  onChanged: (record: T) => void;
  /** What the picture is called. */
  noun?: 'photo' | 'logo';
  /** Makes the chosen picture fit. */
  shrink?: (file: Blob) => Promise<Blob>;
}

export interface Photo {
  choose: (files: readonly File[]) => void;
  remove: () => void;
  isPending: boolean;
}

/** Changes or removes somebody's photo; a refusal is told. */
export function usePhoto<T>({
  upload,
  remove,
  onChanged,
  noun = 'photo',
  shrink = shrinkPhoto,
}: PhotoCalls<T>): Photo {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File | null) => (file === null ? remove() : upload(await shrunk(file, shrink))),
    onSuccess: (record, file) => {
      onChanged(record);
      toasts.done(file === null ? `The ${noun} is removed` : `The ${noun} is saved`);
    },
    onError: (error) =>
      toasts.failed(error instanceof UnreadablePhotoError ? error.message : messageOf(error)),
  });
  return {
    choose: ([file]) => {
      if (file !== undefined && !isPending) mutate(file);
    },
    remove: () => mutate(null),
    isPending,
  };
}

async function shrunk(file: File, shrink: (file: Blob) => Promise<Blob>): Promise<Blob> {
  try {
    return await shrink(file);
  } catch (cause) {
    throw new UnreadablePhotoError('This is not a picture that can be shown. Choose a PNG, JPEG or WebP.', {
      cause,
    });
  }
}

class UnreadablePhotoError extends Error {}
