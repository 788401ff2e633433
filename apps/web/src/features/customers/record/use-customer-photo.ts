import type { CustomerDetail } from '@handover/contract/customers.ts';
import { removeCustomerPhoto, setCustomerPhoto } from '@handover/contract/photos.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { type Photo, usePhoto } from '#shared/photos/photo-input.tsx';
import { customerQuery } from '../customers.queries.ts';

interface PhotoAction {
  label: string;
  icon: string;
  onSelect: () => void;
}

interface CustomerPhoto extends Pick<Photo, 'choose'> {
  /** Entries of a menu; one of them clicks the field `input` that chooses a file. */
  actions: PhotoAction[];
  input: RefObject<HTMLInputElement | null>;
}

/** Changes or removes the photo of a customer who may be changed. */
export function useCustomerPhoto({ id, avatarUrl, abilities }: CustomerDetail): CustomerPhoto {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { choose, remove } = usePhoto<{ user: CustomerDetail }>({
    upload: (file) => uploadWithProgress(setCustomerPhoto, { params: { id }, file }),
    remove: () => send(removeCustomerPhoto, { params: { id } }),
    onChanged: ({ user }) => {
      client.setQueryData(customerQuery(id).queryKey, user);
      void refresh(client, { noun: 'customer', customerId: id });
    },
  });
  const pick = { icon: 'solar:camera-linear', onSelect: (): void => input.current?.click() };
  const changes =
    avatarUrl === null
      ? [{ ...pick, label: 'Add a photo' }]
      : [
          { ...pick, label: 'Change photo' },
          { label: 'Remove photo', icon: 'solar:close-circle-linear', onSelect: remove },
        ];
  return { choose, input, actions: abilities.canUpdate ? changes : [] };
}
