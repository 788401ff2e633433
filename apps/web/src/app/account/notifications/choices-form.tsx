import {
  updateNotificationChoices,
  type DigestChoice,
  type KindChoice,
  type NotificationChoices,
} from '@handover/contract/notification-choices.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { choicesQuery } from './choices-query.ts';
import { DigestFields } from './digest-fields.tsx';
import { KindsTable } from './kinds-table.tsx';

type Draft = { readonly kinds: readonly KindChoice[]; readonly digest: DigestChoice };

/** The kinds with the ways they come, and when the digest does; nothing holds before it is saved. */
export function ChoicesForm({ choices }: { choices: NotificationChoices }): ReactElement {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { kinds, digest } = draft ?? choices;
  const save = useSaveChoices(choices.version, () => setDraft(null));
  if (choices.kinds.length === 0)
    return <p>You are not a member of this workspace, so it has nothing to tell you.</p>;
  const hasDay = digest.weekdays.length > 0;
  return (
    <Stack
      component="form"
      noValidate
      spacing={3}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasDay && !save.isPending) save.mutate({ kinds, digest });
      }}
    >
      {save.error !== null && (
        <Alert severity="error" role="alert">
          {messageOf(save.error)}
        </Alert>
      )}
      <KindsTable
        kinds={kinds}
        onChange={(changed) =>
          setDraft({ digest, kinds: kinds.map((kind) => (kind.type === changed.type ? changed : kind)) })
        }
      />
      <DigestFields
        digest={digest}
        timeZone={choices.timeZone}
        nextAt={draft === null ? choices.nextDigestAt : null}
        onChange={(part) => setDraft({ kinds, digest: { ...digest, ...part } })}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          Save choices
        </Button>
      </div>
    </Stack>
  );
}

function useSaveChoices(
  version: number,
  onSaved: () => void,
): UseMutationResult<{ choices: NotificationChoices }, Error, Draft> {
  const toasts = useToasts();
  const client = useQueryClient();
  const { queryKey } = choicesQuery();
  return useMutation({
    mutationFn: ({ kinds, digest }: Draft) =>
      send(updateNotificationChoices, { body: { version, kinds: [...kinds], digest } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onSaved();
      toasts.done('Your choices are saved');
    },
    onError: (error) => {
      // What was chosen stays; saved again, it goes over what another tab has saved.
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
  });
}
