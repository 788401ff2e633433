import Alert from '@mui/material/Alert';
import type { Document } from '@handover/contract/documents.ts';
import { phiKindLabels } from '@handover/contract/quarantines.ts';
import type { ReactElement } from 'react';
import { ReviewButton } from '#shared/quarantines/quarantine-notice.tsx';
import styles from './documents.module.css';

/** Why a file cannot be opened: "Quarantined: may contain patient information: SSN (page 2)". Null if it can be. */
export function blockedText({ blocked, found }: Document): string | null {
  if (blocked === 'waiting') return 'Not scanned for malware yet';
  if (blocked === 'infected') return 'Malware found: this file cannot be opened';
  if (blocked === undefined) return null;
  const kinds = (found?.findings ?? []).map(
    ({ kind, places }) => phiKindLabels[kind] + (places.length === 0 ? '' : ` (${places.join('; ')})`),
  );
  return ['Quarantined: may contain patient information', kinds.join(', ')].filter(Boolean).join(': ');
}

/** In the line of a file. */
export function FileNotice({ document }: { document: Document }): ReactElement | null {
  const text = blockedText(document);
  if (text === null) return null;
  const quarantineId = document.found?.quarantineId;
  return (
    <p className={styles['notice']} data-tone={document.blocked === 'infected' ? 'error' : 'warning'}>
      {text}
      {quarantineId !== undefined && <ReviewButton id={quarantineId} label={`Review ${document.name}`} />}
    </p>
  );
}

/** At the top of the page of a file. */
export function FileAlert({ document }: { document: Document }): ReactElement | null {
  const text = blockedText(document);
  if (text === null) return null;
  const quarantineId = document.found?.quarantineId;
  return (
    <Alert
      severity={document.blocked === 'infected' ? 'error' : 'warning'}
      action={quarantineId !== undefined && <ReviewButton id={quarantineId} label="Review" />}
    >
      {text}
    </Alert>
  );
}
