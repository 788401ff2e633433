import type { FileState } from '@handover/contract/records/files.ts';
import type { Role } from '@handover/contract/auth/roles.ts';
import { phiKindLabels } from '@handover/domain/phi/phi-kinds.ts';
import type { ReactElement } from 'react';
import { ReviewButton } from '#shared/quarantines/quarantine-notice.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { isBeingChecked } from './files.ts';
import styles from './file-uploads.module.css';

/** A document or an attachment. */
type ShownFile = FileState & { readonly name: string; readonly isClosedToBuyers?: boolean | undefined };

/** Why a file cannot be opened: "Quarantined: may contain patient information: SSN (page 2)". Null if it can be. */
function formatBlocked({ blocked, found }: ShownFile): string | null {
  if (blocked === 'waiting') return 'Not scanned for malware yet';
  if (blocked === 'too-large') return 'Too large for the malware scanner: this file cannot be opened';
  if (blocked === 'infected') return 'Malware found: this file cannot be opened';
  if (blocked === undefined) return null;
  const kinds = (found?.findings ?? []).map(
    ({ kind, places }) => phiKindLabels[kind] + (places.length === 0 ? '' : ` (${places.join('; ')})`),
  );
  return ['Quarantined: may contain patient information', kinds.join(', ')].filter(Boolean).join(': ');
}

export function getTone({ blocked, check }: ShownFile): 'error' | 'warning' | 'info' {
  if (blocked === 'infected') return 'error';
  return check === 'waiting' ? 'info' : 'warning';
}

const checkTexts = {
  waiting: 'Checking for patient information. Until the check finishes, only your team can open the file.',
  unfinished:
    'Not checked for patient information: reading it took too long. Only your team can open it. Add smaller files instead',
  unreadable: 'Not checked for patient information: no readable text',
  partial: 'Only part of this file was checked for patient information',
} as const;

/** What the scan for patient information could not check in a file; null if it checked everything. */
function formatCheck(file: ShownFile, role: Role | null): string | null {
  if (file.check === undefined) return null;
  if (!isBeingChecked(file, role)) return checkTexts[file.check];
  return file.check === 'waiting' ? 'This file is still being checked' : 'This file could not be checked';
}

/** Shown for a file in a data room that cannot be watermarked for buyers. */
export const closedToBuyersText =
  'Buyers can’t open this type of file. Add it as a PDF, JPEG, or PNG instead';

/** Why readers cannot open a file; null if all of them can. */
export function formatNotice(file: ShownFile, role: Role | null): string | null {
  const blocked = formatBlocked(file);
  if (blocked !== null) return blocked;
  const closed = file.isClosedToBuyers === true ? closedToBuyersText : null;
  return [formatCheck(file, role), closed].filter((text) => text !== null).join('. ') || null;
}

/** The notice in a file's row. */
export function FileNotice({ file }: { file: ShownFile }): ReactElement | null {
  const text = formatNotice(file, useUser().role);
  if (text === null) return null;
  const quarantineId = file.found?.quarantineId;
  return (
    <p className={styles['notice']} data-tone={getTone(file)}>
      {text}
      {quarantineId !== undefined && <ReviewButton id={quarantineId} label={`Review ${file.name}`} />}
    </p>
  );
}
