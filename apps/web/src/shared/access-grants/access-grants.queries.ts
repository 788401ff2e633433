import {
  createAccessGrant,
  inviteGrantee,
  listAccessGrants,
  listSharedWithMe,
  restoreAccessGrant,
  revokeAccessGrant,
  type AccessGrant,
  type AccessGrants,
  type CreateAccessGrant,
  type SharedWithMe,
} from '@handover/contract/records/access-grants.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';

/** The people with access to a record, newest first. */
export const accessGrantsQuery = ({ type, id }: RecordRef): QueryFor<AccessGrants> =>
  oneQuery({
    queryKey: [type, id, 'access-grants'],
    queryFn: ({ signal }) =>
      send(listAccessGrants, { query: { recordType: type, recordId: id } }, { signal }),
  });

/** The records that others share with the user, newest first. */
export const sharedWithMeQuery = (): QueryFor<SharedWithMe[]> =>
  oneQuery({
    queryKey: ['shared-with-me'],
    queryFn: async ({ signal }) => (await send(listSharedWithMe, {}, { signal })).accessGrants,
  });

/** The display name of a grant: the person's name, or the email address until they have an account. */
export function getGranteeName({ person, email }: AccessGrant): string {
  return person?.displayName ?? email ?? 'A former member';
}

/** The request that changes a grant. */
export function grantBody(
  { id: grantId, recordType, recordId, person, email, level, documentLevel, expiresAt }: AccessGrant,
  change: Pick<CreateAccessGrant, 'level' | 'documentLevel' | 'expiresAt'> = {},
): CreateAccessGrant {
  const grantee = email === null ? { userId: person?.id } : { email };
  return { recordType, recordId, ...grantee, grantId, level, documentLevel, expiresAt, ...change };
}

interface GrantMutations {
  /** Ends the access, with an undo. */
  revoke: (grant: AccessGrant) => void;
  /** `onLink` receives the link to pass on manually if no mail server is configured. */
  inviteAgain: (grant: AccessGrant, onLink: (link: string) => void) => void;
  /** Reverts a change of a grant: gives the current one the level and end of the earlier one. */
  giveBack: (current: AccessGrant, earlier: AccessGrant) => void;
}

/** Actions on the grants of a record. Errors are shown, and the list is refetched. */
export function useGrantMutations(of: RecordRef): GrantMutations {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: accessGrantsQuery(of).queryKey }),
  });
  const run = (act: () => Promise<void>): void => {
    if (!isPending) mutate(act);
  };
  const giveBack = (current: AccessGrant, earlier: AccessGrant): void =>
    mutate(async () => {
      await send(createAccessGrant, { body: grantBody({ ...earlier, id: current.id }) });
      toasts.done(`Access restored for ${getGranteeName(earlier)}`);
    });
  const restore = (grant: AccessGrant): void =>
    mutate(async () => {
      await send(restoreAccessGrant, { params: { id: grant.id } });
      toasts.done(`Access restored for ${getGranteeName(grant)}`);
    });
  return {
    giveBack,
    revoke: (grant) =>
      run(async () => {
        await send(revokeAccessGrant, { params: { id: grant.id } });
        toasts.undoable(`${getGranteeName(grant)} no longer has access`, () => restore(grant));
      }),
    inviteAgain: (grant, onLink) =>
      run(async () => {
        const { invite } = await send(inviteGrantee, { params: { id: grant.id } });
        if (invite.link === null) toasts.done(`Invitation sent to ${invite.email}`);
        else onLink(invite.link);
      }),
  };
}
