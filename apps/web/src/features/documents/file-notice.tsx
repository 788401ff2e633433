import Alert from '@mui/material/Alert';
import type { Document } from '@handover/contract/documents.ts';
import { phiKindLabels } from '@handover/domain/phi/phi-kinds.ts';
import { levelOf, type Role } from '@handover/contract/roles.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import type { ReactElement } from 'react';
import { ReviewButton } from '#shared/quarantines/quarantine-notice.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './documents.module.css';

/** Why a file cannot be opened: "Quarantined: may contain patient information: SSN (page 2)". Null if it can be. */
export function blockedText({ blocked, found }: Document): string | null {
  if (blocked === 'waiting') return 'Not scanned for malware yet';
  if (blocked === 'too-large') return 'Too large for the malware scanner: this file cannot be opened';
  if (blocked === 'infected') return 'Malware found: this file cannot be opened';
  if (blocked === undefined) return null;
  const kinds = (found?.findings ?? []).map(
    ({ kind, places }) => phiKindLabels[kind] + (places.length === 0 ? '' : ` (${places.join('; ')})`),
  );
  return ['Quarantined: may contain patient information', kinds.join(', ')].filter(Boolean).join(': ');
}

function toneOf({ blocked, check }: Document): 'error' | 'warning' | 'info' {
  if (blocked === 'infected') return 'error';
  return check === 'waiting' ? 'info' : 'warning';
}

const checkTexts = {
  waiting: 'Checking for patient information. Until the check finishes, only your team can open the file.',
  unfinished:
    'Not checked for patient information: reading it took too long. Only your team can open it. Add smaller files instead',
  unreadable: 'Not checked for patient information: no readable text',
  partial: 'Only a part was checked for patient information',
} as const;

/** What the scan for patient information could not say about a file; null if it did. */
function checkText(document: Document, role: Role | null): string | null {
  if (document.check === undefined) return null;
  if (!isBeingChecked(document, role)) return checkTexts[document.check];
  return document.check === 'waiting' ? 'This file is still being checked' : 'This file could not be checked';
}

/** Only the team opens a file before it was checked for patient information. */
export function isBeingChecked({ check }: Document, role: Role | null): boolean {
  return (check === 'waiting' || check === 'unfinished') && levelOf(role) < levelOf('STAFF');
}

/** Of a file in a data room that cannot be shown to a buyer with their name on its pages. */
export const closedToBuyersText =
  'Buyers can’t open this type of file. Add it as a PDF, JPEG, or PNG instead';

const closedNames =
  /\.(?:gif|hei[cf]|avif|bmp|tiff?|svg|psd|dwg|dcm|zip|rar|7z|docm?|xls[bm]?|pptm?|pages|numbers|key|msg|mov|mp4|m4a|mp3|wav)$/i;

/** Whether files of this name are mostly such, before an upload; after it, the content decides. */
export function isMostlyClosedToBuyers({ name }: { readonly name: string }): boolean {
  return closedNames.test(name);
}

/** What keeps a file from its readers; null for one that all of them can open. */
function noticeText(document: Document, role: Role | null): string | null {
  const blocked = blockedText(document);
  if (blocked !== null) return blocked;
  const closed = document.isClosedToBuyers === true ? closedToBuyersText : null;
  return [checkText(document, role), closed].filter((text) => text !== null).join('. ') || null;
}

/** In the line of a file. */
export function FileNotice({ document }: { document: Document }): ReactElement | null {
  const text = noticeText(document, useUser().role);
  if (text === null) return null;
  const quarantineId = document.found?.quarantineId;
  return (
    <p className={styles['notice']} data-tone={toneOf(document)}>
      {text}
      {quarantineId !== undefined && <ReviewButton id={quarantineId} label={`Review ${document.name}`} />}
    </p>
  );
}

/** Why a file cannot be deleted, who said so, and since when. */
export function LegalHoldNotice({ document }: { document: Document }): ReactElement[] {
  const { timeZone } = useUser();
  return document.legalHolds.map(({ id, reason, placedBy, placedAt, isOnBusiness }) => (
    <Alert key={id} severity="info">
      <strong>{isOnBusiness ? 'Legal hold on its business' : 'Legal hold'}</strong>: {reason} (
      {placedBy.displayName}, <RelativeTime time={placedAt} timeZone={timeZone} />)
    </Alert>
  ));
}

/** On the page of a file, which staff see. */
export function FileAlert({ document }: { document: Document }): ReactElement | null {
  const text = noticeText(document, useUser().role);
  if (text === null) return null;
  const quarantineId = document.found?.quarantineId;
  return (
    <Alert
      severity={toneOf(document)}
      action={quarantineId !== undefined && <ReviewButton id={quarantineId} label="Review" />}
    >
      {text}
    </Alert>
  );
}
