import {
  createAccessGrant,
  type AccessGrant,
  type CreateAccessGrant,
  type GrantLevel,
} from '@handover/contract/records/access-grants.ts';
import { documentLevels, type DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { membersQuery } from '#shared/members/member-options.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { accessGrantsQuery, grantBody, getGranteeName, useGrantMutations } from './access-grants.queries.ts';
import { getLastDay } from './access-panel.tsx';

interface ShareDialogProps {
  of: RecordRef;
  /** The grant to change; null to share with someone else. */
  grant: AccessGrant | null;
  /** The levels that can be granted. */
  levels: readonly GrantLevel[];
  /** Whether staff members can be selected too. */
  hasStaff: boolean;
  /** Whether the record opens a data room. */
  hasDocumentLevels: boolean;
  /** Called with the link of an invitation that cannot be emailed. */
  onLink: (link: string) => void;
  onClose: () => void;
}

interface Values {
  /** Empty for a person identified by their email address. */
  userId: string;
  email: string;
  level: GrantLevel;
  /** A string, because it is the value of a select. */
  documentLevel: string;
  /** The last day with access, named as in the body, whose errors it shows; empty for no end. */
  expiresAt: string;
}
const fields = ['userId', 'email', 'level', 'documentLevel', 'expiresAt'] as const;

const levelHints: Readonly<Record<GrantLevel, string>> = {
  view: 'View only',
  contribute: 'View and contribute: send messages, answer, upload files',
};

const opened: Readonly<Record<DocumentLevel, string>> = {
  0: 'No access to the data room',
  1: 'L1: CIM and summaries',
  2: 'L2: details',
  3: 'L3: everything the buyer sees',
};

/** Shares a record with a person, or changes the level and end of their access. */
export default function ShareDialog({
  of,
  grant,
  levels,
  hasStaff,
  hasDocumentLevels,
  onLink,
  onClose,
}: ShareDialogProps): ReactElement {
  const toasts = useToasts();
  const client = useQueryClient();
  const { timeZone, today } = useUser();
  const { keyFor } = useSubmitKey();
  const { giveBack } = useGrantMutations(of);
  const toBody = ({ userId, email, level, expiresAt: lastDay, ...values }: Values): CreateAccessGrant => {
    const expiresAt =
      lastDay === '' ? null : toInstant(`${addDays(lastDay, 1)}T00:00`, timeZone).toISOString();
    const documentLevel = documentLevels.find((each) => String(each) === values.documentLevel) ?? 0;
    if (grant !== null) return grantBody(grant, { level, documentLevel, expiresAt });
    const grantee = userId === '' ? { email: email.trim() } : { userId };
    return { recordType: of.type, recordId: of.id, ...grantee, level, documentLevel, expiresAt };
  };
  const form = useForm<Values>({
    resolver: createBodyResolver<Values>(createAccessGrant.body, toBody),
    defaultValues: {
      userId: '',
      email: '',
      level: grant?.level ?? 'view',
      documentLevel: String(grant?.documentLevel ?? 0),
      expiresAt: grant?.expiresAt == null ? '' : getLastDay(grant.expiresAt, timeZone),
    },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CreateAccessGrant) =>
      send(createAccessGrant, { body }, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ accessGrant, invite }) => {
      const name = getGranteeName(accessGrant);
      if (grant !== null) toasts.undoable(`Access changed for ${name}`, () => giveBack(accessGrant, grant));
      else if (invite === null) toasts.done(`Shared with ${name}`);
      else if (invite.link === null) toasts.done(`Invitation sent to ${invite.email}`);
      else onLink(invite.link);
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
    onSettled: () => client.invalidateQueries({ queryKey: accessGrantsQuery(of).queryKey }),
  });
  const { control } = form;
  return (
    <FormDialog
      draft={createDialogDraft(`access:${grant?.id ?? of.id}`, form)}
      title={grant === null ? `Share this ${of.type}` : `Access for ${getGranteeName(grant)}`}
      submitLabel={grant === null ? 'Share' : 'Save'}
      failure={form.formState.errors.root?.message}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(toBody(values)))}
      onClose={onClose}
    >
      {grant === null && <Grantee control={control} hasStaff={hasStaff} />}
      <FormSelect control={control} name="level" label="Access">
        {levels.map((level) => (
          <option key={level} value={level}>
            {levelHints[level]}
          </option>
        ))}
      </FormSelect>
      {hasDocumentLevels && (
        <FormSelect
          control={control}
          name="documentLevel"
          label="Data room"
          hint="Advisors cannot see more than the buyer can. Pages are watermarked with the advisor’s name."
        >
          {documentLevels.map((each) => (
            <option key={each} value={String(each)}>
              {opened[each]}
            </option>
          ))}
        </FormSelect>
      )}
      <FormTextField
        control={control}
        name="expiresAt"
        label="Access through"
        type="date"
        inputProps={{ min: today }}
        hint="Access ends after this day. Leave empty for no end date."
      />
    </FormDialog>
  );
}

/** The person to share with: a staff member, or anyone by email address. */
function Grantee({
  control,
  hasStaff,
}: {
  control: ReturnType<typeof useForm<Values>>['control'];
  hasStaff: boolean;
}): ReactElement {
  const userId = useWatch({ control, name: 'userId' });
  const { data: members } = useQuery({ ...membersQuery(), enabled: hasStaff });
  const staff = members?.filter(({ role }) => role === 'STAFF') ?? [];
  return (
    <>
      {staff.length > 0 && (
        <FormSelect control={control} name="userId" label="Person">
          <option value="">Someone else, by email</option>
          {staff.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </FormSelect>
      )}
      {userId === '' && (
        <FormTextField
          control={control}
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          hint="An accountant, attorney, or partner. If they have no account, they receive an invitation."
        />
      )}
    </>
  );
}
