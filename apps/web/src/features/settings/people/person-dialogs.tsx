import {
  deactivatePerson,
  removePersonSecondFactor,
  type Holdings,
  type Person,
} from '@handover/contract/members.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';
import { holdingsQuery, peopleQuery } from './people.queries.ts';

const nobody = '';

/** Ends somebody's access: says what they are responsible for, and asks who takes over. */
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
      toasts.done(`${person.displayName} has no access any more. Moved: ${describe(handedOver)}.`);
      onClose();
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => {
      for (const noun of ['workspace', 'customer', 'task', 'business'] as const)
        refresh({ noun, customerId: null });
    },
  });
  return (
    <ConfirmDialog
      title={`Deactivate ${person.displayName}?`}
      confirmLabel="Deactivate"
      isDangerous
      isPending={deactivate.isPending || holdings.isPending}
      onConfirm={() => deactivate.mutate()}
      onClose={onClose}
    >
      <Stack spacing={1}>
        <p>They lose access to this workspace at once, on every device, and their API keys here end.</p>
        <p>
          {holdings.isError && messageOf(holdings.error)}
          {holdings.data !== undefined && `Responsible for: ${describe(holdings.data)}.`}
        </p>
      </Stack>
      <LabelledSelect
        label="Who takes over?"
        hint={handOverTo === nobody ? 'Their personal mailboxes stay closed.' : undefined}
        value={handOverTo}
        onChange={(event) => setHandOverTo(event.target.value)}
        sx={{ mt: 2 }}
      >
        <option value={nobody}>Nobody for now</option>
        {others.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </LabelledSelect>
    </ConfirmDialog>
  );
}

function describe({ customers, openTasks, businesses, mailboxes }: Holdings): string {
  const parts = [
    count(customers, 'customer', 'customers'),
    count(openTasks, 'open task', 'open tasks'),
    count(businesses, 'business', 'businesses'),
    count(mailboxes, 'mailbox', 'mailboxes'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function count(amount: number, one: string, many: string): string | null {
  return amount === 0 ? null : `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

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
