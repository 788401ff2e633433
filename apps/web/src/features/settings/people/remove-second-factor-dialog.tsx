import { removePersonSecondFactor, type Person } from '@handover/contract/members.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';

interface RemoveSecondFactorDialogProps {
  person: Person;
  onClose: () => void;
}

/** Lets somebody who lost phone and recovery codes sign in by password again. */
export function RemoveSecondFactorDialog({ person, onClose }: RemoveSecondFactorDialogProps): ReactElement {
  const { id, displayName } = person;
  const toasts = useToasts();
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => send(removePersonSecondFactor, { params: { id } }),
    onSuccess: () => toasts.done(`${displayName} signs in by password alone now`),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove two-step sign-in of ${displayName}?`}
      confirmLabel="Remove"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Their password alone signs them in from then on, in every workspace of theirs. Do this only after you
      have made sure that it is them who asks. They are told by e-mail.
    </ConfirmDialog>
  );
}
