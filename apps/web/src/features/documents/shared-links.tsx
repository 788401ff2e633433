import type { Document } from '@handover/contract/documents/documents.ts';
import {
  listSharedLinks,
  revokeSharedLink,
  type SharedLink,
} from '@handover/contract/documents/shared-links.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDuration } from '@handover/domain/data-rooms/reading-time.ts';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RailButton, RailPanel } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './documents.module.css';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

const linksQuery = (id: string): QueryFor<SharedLink[]> =>
  oneQuery({
    queryKey: ['document', 'all', 'links', id],
    queryFn: async ({ signal }) => (await send(listSharedLinks, { params: { id } }, { signal })).links,
  });

/** Links for people without a login to read a file, and their reading activity. */
export function SharedLinks({ document: { id, name, kind } }: { document: Document }): ReactElement {
  const { data: links, error, refetch } = useQuery(linksQuery(id));
  const [isSharing, setSharing] = useState(false);
  return (
    <RailPanel
      title="Shared links"
      count={links?.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No shared links"
      action={<RailButton onClick={() => setSharing(true)}>Share by link</RailButton>}
      more={
        isSharing && (
          <Suspense>
            <ShareDialog id={id} name={name} isPdf={kind === 'pdf'} onClose={() => setSharing(false)} />
          </Suspense>
        )
      }
    >
      {links?.map((link) => (
        <LinkItem key={link.id} link={link} />
      ))}
    </RailPanel>
  );
}

const stateLabels: Readonly<Record<SharedLink['state'], ReactElement>> = {
  open: <StatusLabel tone="success">Open</StatusLabel>,
  expired: <StatusLabel tone="neutral">Expired</StatusLabel>,
  revoked: <StatusLabel tone="error">Revoked</StatusLabel>,
};

function LinkItem({ link }: { link: SharedLink }): ReactElement {
  const { timeZone } = useUser();
  const [isRevoking, setRevoking] = useState(false);
  const { mutate, isPending } = useRevoke(link, () => setRevoking(false));
  const { state, readers, allowed, denied, canDownload, hasPassword, ndaTitle } = link;
  const rules = [
    canDownload ? 'view and download' : 'view only',
    ...(hasPassword ? ['password'] : []),
    ...(ndaTitle === null ? [] : [`NDA required: ${ndaTitle}`]),
    allowed.length === 0 ? 'any email address' : `only ${allowed.join(', ')}`,
    ...(denied.length === 0 ? [] : [`not ${denied.join(', ')}`]),
  ];
  return (
    <li>
      <div className={styles['link']}>
        <p>
          {stateLabels[state]}{' '}
          {state === 'open' && `until ${formatFullTime(new Date(link.expiresAt), timeZone)}`}
        </p>
        <p className={styles['facts']}>
          {link.createdBy.displayName}, <RelativeTime time={link.createdAt} timeZone={timeZone} /> ·{' '}
          {rules.join(' · ')}
        </p>
        {readers.length === 0 ? (
          <p className={styles['facts']}>Not opened yet.</p>
        ) : (
          <ul className={styles['versions']} aria-label="Readers">
            {readers.map((reader) => (
              <li key={reader.email} className={styles['facts']}>
                <span>
                  <strong>{reader.email}</strong>, <RelativeTime time={reader.lastAt} timeZone={timeZone} />:{' '}
                  {ndaTitle !== null && `${formatSignature(reader, timeZone)}, `}
                  {formatReading(reader)}
                </span>
              </li>
            ))}
          </ul>
        )}
        {state === 'open' && (
          <RailButton label="Revoke this link" onClick={() => setRevoking(true)}>
            Revoke
          </RailButton>
        )}
      </div>
      {isRevoking && (
        <ConfirmDialog
          title="Revoke this link?"
          confirmLabel="Revoke"
          isDangerous
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setRevoking(false)}
        >
          The link will stop working immediately, including for anyone viewing the file now.
        </ConfirmDialog>
      )}
    </li>
  );
}

function useRevoke({ id }: SharedLink, onDone: () => void) {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => send(revokeSharedLink, { params: { id } }),
    onSuccess: () => toasts.done('Link revoked'),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      refresh({ noun: 'document', customerId: null });
      onDone();
    },
  });
}

function formatSignature({ signedName, signedAt }: SharedLink['readers'][number], timeZone: string): string {
  return signedName === null || signedAt === null
    ? 'NDA not signed yet'
    : `NDA signed as ${signedName} on ${formatFullTime(new Date(signedAt), timeZone)}`;
}

function formatReading({ pages, pageCount, downloadCount, readMs }: SharedLink['readers'][number]): string {
  const views = `${String(pageCount)} ${pageCount === 1 ? 'view' : 'views'}`;
  const shown = readMs === 0 ? views : `${views}, ${formatDuration(readMs)}`;
  return [
    pages.length === 0
      ? 'no page yet'
      : `${pages.length === 1 ? 'page' : 'pages'} ${formatRanges(pages)} (${shown})`,
    ...(downloadCount === 0
      ? []
      : [downloadCount === 1 ? '1 download' : `${String(downloadCount)} downloads`]),
  ].join(', ');
}

/** “1–3, 7” of 1, 2, 3, and 7. */
function formatRanges(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const latest = ranges.at(-1);
    if (latest?.[1] === page - 1) latest[1] = page;
    else ranges.push([page, page]);
  }
  return ranges
    .map(([first, last]) => (first === last ? String(first) : `${String(first)}–${String(last)}`))
    .join(', ');
}
