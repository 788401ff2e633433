import type { AccessGrant, GrantLevel, GrantState } from '@handover/contract/records/access-grants.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { RailButton, RailItem, RailPanel } from '#shared/records/page/rail.tsx';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { accessGrantsQuery, getGranteeName, useGrantMutations } from './access-grants.queries.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const InviteLinkDialog = lazy(() => import('./invite-link-dialog.tsx'));

export const levelNames: Readonly<Record<GrantLevel, string>> = {
  view: 'Can view',
  contribute: 'Can contribute',
};

/** Null for an active grant, which needs no label. */
const stateLabels: Readonly<Record<GrantState, { tone: StatusTone; text: string } | null>> = {
  active: null,
  invited: { tone: 'info', text: 'Invited' },
  unverified: { tone: 'warning', text: 'Email not verified' },
  inactive: { tone: 'neutral', text: 'No longer a member' },
};

interface AccessPanelProps {
  of: RecordRef;
  title?: string;
  /** Shown while the record is not shared with anyone. */
  nothing?: string;
}

/** The people with access to a record. Access can be granted, changed, and ended as far as the server allows. */
export default function AccessPanel({
  of,
  title = 'People with access',
  nothing = 'Not shared with anyone. Your team has access by role.',
}: AccessPanelProps): ReactElement {
  const { data, error, refetch } = useQuery(accessGrantsQuery(of));
  const mutations = useGrantMutations(of);
  /** The grant that the dialog changes, or `new` to share with someone else. */
  const [edited, setEdited] = useState<AccessGrant | 'new' | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const actionsOf = (grant: AccessGrant): MenuAction[] => [
    ...(grant.state === 'inactive'
      ? []
      : [{ label: 'Change access', icon: 'solar:pen-linear', onSelect: () => setEdited(grant) }]),
    ...(grant.state === 'invited'
      ? [
          {
            label: 'Send invitation again',
            icon: 'solar:letter-linear',
            onSelect: () => mutations.inviteAgain(grant, setLink),
          },
        ]
      : []),
    {
      label: 'Remove access',
      icon: 'solar:trash-bin-trash-linear',
      isDangerous: true,
      onSelect: () => mutations.revoke(grant),
    },
  ];
  return (
    <RailPanel
      title={title}
      action={
        data !== undefined &&
        data.levels.length > 0 && <RailButton onClick={() => setEdited('new')}>Share</RailButton>
      }
      count={data?.accessGrants.length}
      error={error}
      onRetry={() => void refetch()}
      nothing={nothing}
      more={
        <Suspense>
          {data !== undefined && edited !== null && (
            <ShareDialog
              of={of}
              grant={edited === 'new' ? null : edited}
              levels={data.levels}
              hasStaff={data.isStaffLimited}
              hasDocumentLevels={data.hasDocumentLevels}
              onLink={setLink}
              onClose={() => setEdited(null)}
            />
          )}
          {link !== null && <InviteLinkDialog link={link} onClose={() => setLink(null)} />}
        </Suspense>
      }
    >
      {data?.accessGrants.map((grant) => (
        <GrantItem key={grant.id} grant={grant} actions={grant.abilities.canUpdate ? actionsOf(grant) : []} />
      ))}
    </RailPanel>
  );
}

function GrantItem({ grant, actions }: { grant: AccessGrant; actions: readonly MenuAction[] }): ReactElement {
  const { timeZone } = useUser();
  const name = getGranteeName(grant);
  const state = stateLabels[grant.state];
  return (
    <RailItem
      picture={<Avatar name={name} size={32} />}
      name={name}
      to={null}
      second={
        <>
          {state !== null && <StatusLabel tone={state.tone}>{state.text}</StatusLabel>}
          <span>{levelNames[grant.level]}</span>
          {grant.documentLevel > 0 && <span>Data room L{grant.documentLevel}</span>}
          <span>{formatExpiration(grant.expiresAt, timeZone)}</span>
          <span>Shared by {grant.grantedBy.displayName}</span>
        </>
      }
      end={actions.length > 0 && <MenuButton isIconOnly label={`Actions for ${name}`} actions={actions} />}
    />
  );
}

/** “Until Dec 1, 2026”: the last day with access. */
export function formatExpiration(expiresAt: string | null, timeZone: string): string {
  return expiresAt === null ? 'No end date' : `Until ${formatDate(getLastDay(expiresAt, timeZone))}`;
}

/** The last day with access, as `YYYY-MM-DD`: access that ends at midnight includes the day before. */
export function getLastDay(expiresAt: string, timeZone: string): string {
  return toCalendarDate(new Date(Date.parse(expiresAt) - 1), timeZone);
}
