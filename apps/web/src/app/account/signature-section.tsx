import {
  signatureMaxCharacters,
  updateSignature,
  type Signature,
} from '@handover/contract/conversations/email-drafts.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { signatureQuery } from '#features/conversations/write/email-draft.queries.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { AccountSection } from './account-section.tsx';

export default function SignatureSection(): ReactElement | null {
  const { role } = useUser();
  const query = useQuery(signatureQuery());
  if (role === null || roleLevels[role] < roleLevels.STAFF) return null;
  return (
    <AccountSection title="Signature" text="Added to the emails you send in every workspace.">
      {query.data !== undefined && <SignatureForm signature={query.data.signature} />}
      {query.data === undefined && query.error === null && <Skeleton variant="rounded" height={240} />}
      {query.data === undefined && query.error !== null && (
        <FailedState
          title="Your signature could not be loaded"
          text={getErrorMessage(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
    </AccountSection>
  );
}

function SignatureForm({ signature }: { signature: Signature }): ReactElement {
  const toasts = useToasts();
  const client = useQueryClient();
  const { queryKey } = signatureQuery();
  const { values, version, change, status, discard, onRefused } = useDraftValues(
    'signature',
    { html: signature.html },
    { version: signature.version },
  );
  const { html } = values;
  const save = useMutation({
    mutationFn: () => send(updateSignature, { body: { html, version: version ?? signature.version } }),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      discard();
      toasts.done(answer.signature.html === '' ? 'Signature removed' : 'Signature saved');
    },
    onError: (error) => {
      onRefused(error);
    },
  });
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.5}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      {status}
      {save.error !== null && (
        <Alert severity="error" role="alert">
          {getErrorMessage(save.error)}
        </Alert>
      )}
      <RichEditor
        isCompact
        label="Signature"
        placeholder="Name, role, phone number"
        value={html}
        maxLength={signatureMaxCharacters}
        onChange={(written) => change({ html: written })}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          Save signature
        </Button>
      </div>
    </Stack>
  );
}
