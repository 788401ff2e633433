import {
  createOwnAccessGrant,
  maxOwnGrantMonths,
  listOwnAccessGrants,
  revokeOwnAccessGrant,
  type CreateOwnAccessGrant,
  type OwnAccessGrant,
} from '@handover/contract/records/access-grants.ts';
import { addDays, addMonths } from '@handover/domain/calendar-dates.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { RailButton } from '#shared/records/page/rail.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { sharedWithMeQuery } from './access-grants.queries.ts';
import { formatExpiration } from './access-panel.tsx';
import styles from './own-access.module.css';

const ownGrantsQuery = ({ type, id }: RecordRef): QueryFor<OwnAccessGrant[]> =>
  oneQuery({
    queryKey: [type, id, 'own-access-grants'],
    queryFn: async ({ signal }) =>
      (await send(listOwnAccessGrants, { query: { recordType: type, recordId: id } }, { signal }))
        .accessGrants,
  });

/** The advisors who may view a record of the client. Renders nothing for a record that others share with the client. */
export default function OwnAccess({ of, name }: { of: RecordRef; name: string }): ReactElement | null {
  const { data: shared } = useQuery(sharedWithMeQuery());
  if (shared === undefined || shared.some(({ recordId }) => recordId === of.id)) return null;
  return <Advisors of={of} name={name} />;
}

function Advisors({ of, name }: { of: RecordRef; name: string }): ReactElement | null {
  const { timeZone } = useUser();
  const { data: grants, error, refetch } = useQuery(ownGrantsQuery(of));
  const [isInviting, setInviting] = useState(false);
  const [ending, setEnding] = useState<OwnAccessGrant | null>(null);
  const { end, isPending } = useEnd(of, () => setEnding(null));
  if (grants === undefined)
    return error === null ? null : (
      <p role="alert" className={styles['access']}>
        {getErrorMessage(error)} <RailButton onClick={() => void refetch()}>Retry</RailButton>
      </p>
    );
  return (
    <div className={styles['access']}>
      <p className={styles['head']}>
        <strong>Advisors</strong>
        {grants.length === 0 && <span>No one else has access</span>}
        <RailButton label={`Invite advisor to ${name}`} onClick={() => setInviting(true)}>
          Invite advisor
        </RailButton>
      </p>
      {grants.length > 0 && (
        <ul aria-label={`Advisors of ${name}`}>
          {grants.map((grant) => (
            <li key={grant.id}>
              <span className={styles['name']}>{grant.name}</span>
              {grant.opensDataRoom && <span>Data room</span>}
              <span>{formatExpiration(grant.expiresAt, timeZone)}</span>
              {grant.isByClient ? (
                <RailButton label={`Remove access for ${grant.name}`} onClick={() => setEnding(grant)}>
                  Remove
                </RailButton>
              ) : (
                <span>Added by your broker</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog of={of} name={name} onClose={() => setInviting(false)} />}
      {ending !== null && (
        <ConfirmDialog
          title="Remove access?"
          confirmLabel="Remove access"
          isDangerous
          isPending={isPending}
          onConfirm={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          {ending.name} will no longer see {name}.
        </ConfirmDialog>
      )}
    </div>
  );
}

function useEnd(
  of: RecordRef,
  onDone: () => void,
): { end: (grant: OwnAccessGrant) => void; isPending: boolean } {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: OwnAccessGrant) => send(revokeOwnAccessGrant, { params: { id } }),
    onSuccess: (_nothing, { name }) => {
      toasts.done(`${name} no longer has access`);
      onDone();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ownGrantsQuery(of).queryKey }),
  });
  return { end: (grant) => mutate(grant), isPending };
}

interface Values {
  email: string;
  /** The last day with access, named as in the body, whose errors it shows. */
  expiresAt: string;
}

function InviteDialog({
  of,
  name,
  onClose,
}: {
  of: RecordRef;
  name: string;
  onClose: () => void;
}): ReactElement {
  const toasts = useToasts();
  const client = useQueryClient();
  const { timeZone, today } = useUser();
  const { keyFor } = useSubmitKey();
  const toBody = ({ email, expiresAt: lastDay }: Values): CreateOwnAccessGrant => ({
    recordType: of.type,
    recordId: of.id,
    email: email.trim(),
    expiresAt: lastDay === '' ? '' : toInstant(`${addDays(lastDay, 1)}T00:00`, timeZone).toISOString(),
  });
  const form = useForm<Values>({
    resolver: createBodyResolver<Values>(createOwnAccessGrant.body, toBody),
    defaultValues: { email: '', expiresAt: addMonths(today, 3) },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CreateOwnAccessGrant) =>
      send(createOwnAccessGrant, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ accessGrant }) => {
      toasts.done(`${accessGrant.name} can now view ${name}`);
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, ['email', 'expiresAt']),
    onSettled: () => client.invalidateQueries({ queryKey: ownGrantsQuery(of).queryKey }),
  });
  const { control } = form;
  return (
    <FormDialog
      draft={createDialogDraft(`own-access:${of.id}`, form)}
      title="Invite an advisor"
      submitLabel="Invite"
      failure={form.formState.errors.root?.message}
      notice={
        <p className={styles['notice']}>
          Your accountant or attorney can view {name} but cannot change anything. Your broker will be notified
          and decides whether to open the data room.
        </p>
      }
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(toBody(values)))}
      onClose={onClose}
    >
      <FormTextField
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        hint="If they have no account, they receive an invitation."
      />
      <FormTextField
        control={control}
        name="expiresAt"
        label="Access through"
        type="date"
        inputProps={{ min: today, max: addMonths(today, maxOwnGrantMonths) }}
        hint="Access ends after this day, at most a year from now."
      />
    </FormDialog>
  );
}
