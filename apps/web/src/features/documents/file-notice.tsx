import Alert from '@mui/material/Alert';
import type { Document } from '@handover/contract/documents/documents.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import type { ReactElement } from 'react';
import { formatNotice, getTone } from '#shared/files/file-notice.tsx';
import { ReviewButton } from '#shared/quarantines/quarantine-notice.tsx';
import { useUser } from '#shared/session/session-context.tsx';

const closedNames =
  /\.(?:hei[cf]|avif|bmp|tiff?|svg|psd|dwg|dcm|zip|rar|7z|docm?|xls[bm]?|pptm?|pages|numbers|key|msg|mov|mp4|m4a|mp3|wav)$/i;

/**
 * Whether files with such a name usually have a type that buyers cannot view. Used before an upload; afterwards, the
 * content decides.
 */
export function isLikelyUnviewableByBuyers({ name }: { readonly name: string }): boolean {
  return closedNames.test(name);
}

/** The legal holds on a file, each with its reason, who placed it, and when. */
export function LegalHoldNotice({ document }: { document: Document }): ReactElement[] {
  const { timeZone } = useUser();
  return document.legalHolds.map(({ id, reason, placedBy, placedAt, isOnBusiness }) => (
    <Alert key={id} severity="info">
      <strong>{isOnBusiness ? 'Legal hold on its business' : 'Legal hold'}</strong>: {reason} (
      {placedBy.displayName}, <RelativeTime time={placedAt} timeZone={timeZone} />)
    </Alert>
  ));
}

/** Shown on the page of a file, which only staff can open. */
export function FileAlert({ document }: { document: Document }): ReactElement | null {
  const text = formatNotice(document, useUser().role);
  if (text === null) return null;
  const quarantineId = document.found?.quarantineId;
  return (
    <Alert
      severity={getTone(document)}
      action={quarantineId !== undefined && <ReviewButton id={quarantineId} label="Review" />}
    >
      {text}
    </Alert>
  );
}
