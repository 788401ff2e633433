import {
  deactivatePerson,
  removePersonSecondFactor,
  type Holdings,
  type Person,
} from '@handover/contract/settings/members.ts';
import { recordTypes } from '@handover/contract/records/records.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { holdingsQuery, peopleQuery } from './people.queries.ts';

const nobody = '';

/** Ends a member's access after showing their responsibilities and asking who takes them over. */
export function DeactivateDialog({ person, onClose }: { person: Person; onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const [handOverTo, setHandOverTo] = useState(nobody);
  const holdings = useQuery(holdingsQuery(person.id));
  const { data: people = [] } = useQuery(peopleQuery());
  const others = people.filter(({ id, status }) => id !== person.id && status === 'active');
  const deactivate = useMutation({
    mutationFn: () =>
      send(deactivatePerson, {
        params: { id: person.id },
        body: { version: person.version, handOverTo: handOverTo === nobody ? null : handOverTo },
      }),
    onSuccess: ({ handedOver }) => {
      toasts.done(`${person.displayName} deactivated. Reassigning ${describe(handedOver)}.`);
      onClose();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      for (const noun of ['workspace', ...recordTypes] as const) refresh({ noun, customerId: null });
    },
  });
  return (
    <ConfirmDialog
      title={`Deactivate ${person.displayName}?`}
      confirmLabel="Deactivate"
      isDangerous
      hasField
      isPending={deactivate.isPending || holdings.isPending}
      onConfirm={() => deactivate.mutate()}
      onClose={onClose}
    >
      <Stack spacing={1}>
        <p>
          They lose access to this workspace immediately on every device, and their API keys here are revoked.
        </p>
        <p>
          {holdings.isError && getErrorMessage(holdings.error)}
          {holdings.data !== undefined && `Assigned: ${describe(holdings.data)}.`}
        </p>
      </Stack>
      <LabeledSelect
        label="Reassign to"
        hint={
          handOverTo === nobody
            ? 'Their personal mailboxes stay private, and their shared links are revoked.'
            : undefined
        }
        value={handOverTo}
        autoFocus
        onChange={(event) => setHandOverTo(event.target.value)}
        sx={{ mt: 2 }}
      >
        <option value={nobody}>No one for now</option>
        {others.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </LabeledSelect>
    </ConfirmDialog>
  );
}

function describe(holdings: Holdings): string {
  const parts = holdings.map(
    ({ one, many, count }) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

interface RemoveSecondFactorDialogProps {
  person: Person;
  onClose: () => void;
}

/** For a member who lost both their phone and their recovery codes. */
export function RemoveSecondFactorDialog({ person, onClose }: RemoveSecondFactorDialogProps): ReactElement {
  const { id, displayName } = person;
  const toasts = useToasts();
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => send(removePersonSecondFactor, { params: { id } }),
    onSuccess: () => toasts.done(`Two-step sign-in removed for ${displayName}`),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Remove two-step sign-in for ${displayName}?`}
      confirmLabel="Remove"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      They can then sign in to all of their workspaces with a password only. Verify their identity first. They
      will be notified by email.
    </ConfirmDialog>
  );
}
