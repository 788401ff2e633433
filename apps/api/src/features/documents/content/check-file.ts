import type { FileState } from '@handover/contract/records/files.ts';
import { quarantinedContent } from '@handover/contract/documents/quarantines.ts';
import { phiKinds } from '@handover/domain/phi/phi-kinds.ts';
import { findTextFormat } from '#adapters/document-text/extract-text.ts';
import type { BlockedState } from '#adapters/storage/storage.ts';
import type { FileTextsTable } from '#db/schema/documents.ts';
import { AppError } from '#lib/errors.ts';

type ReadFile = {
  readonly name: string;
  readonly content_type: string;
  /** The findings in its text; null until it is read. */
  readonly text_state: FileTextsTable['state'] | null;
};

/** Whether a file has text that was not read and scanned for patient information yet. */
export function isBeingChecked({ text_state: state, content_type: contentType, name }: ReadFile): boolean {
  return state === null && findTextFormat({ contentType, name }) !== null;
}

/** Pictures that are drawn on a page. They are held in memory. */
export const markedPictures = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  maxBytes: 25 * 1024 ** 2,
};

/** Whether buyers can read a file: a PDF, or a file that can be converted to pages with their name. */
export function hasMarkedPages(file: ReadFile & { readonly size_bytes: number }): boolean {
  const { content_type: contentType, name, size_bytes: sizeBytes, text_state: state } = file;
  if (markedPictures.types.includes(contentType)) return sizeBytes <= markedPictures.maxBytes;
  const format = findTextFormat({ contentType, name });
  return format === 'pdf' || (format !== null && (state === null || state === 'ready'));
}

/** Only staff can read a file before it is checked. Throws UNAVAILABLE, or RULE_BROKEN if it could not be checked. */
export function requireChecked(file: ReadFile): void {
  if (file.text_state === 'unfinished')
    throw new AppError('RULE_BROKEN', 'This file could not be checked. Ask your broker for a smaller copy.');
  if (!isBeingChecked(file)) return;
  const message = 'This file is still being checked. Try again in a moment.';
  throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}

export type FileStateRow = ReadFile & {
  readonly scan_gap: 'unreadable' | 'partial' | null;
  readonly blocked: BlockedState | null;
  readonly quarantine: { readonly id: string; readonly findings: unknown } | null;
};

/** Whether a file may be opened and was checked; for staff and its author, also what was found in it. */
export function presentFileState(
  file: FileStateRow,
  { isClient, isAuthor = false }: { isClient: boolean; isAuthor?: boolean },
): FileState {
  const { blocked, quarantine } = file;
  const check = getCheckState(file, { isClient });
  return {
    ...(blocked !== null && { blocked }),
    ...(check !== undefined && { check }),
    ...(quarantine !== null &&
      (!isClient || isAuthor) && {
        found: {
          ...(!isClient && { quarantineId: quarantine.id }),
          findings: groupFindings(quarantine.findings),
        },
      }),
  };
}

/** Whether a file is still to be checked; for staff, also what the check could not read. */
export function getCheckState(
  file: Omit<FileStateRow, 'quarantine'>,
  { isClient }: { isClient: boolean },
): FileState['check'] {
  if (file.blocked !== null) return undefined;
  if (isBeingChecked(file)) return 'waiting';
  if (file.text_state === 'unfinished') return 'unfinished';
  return isClient ? undefined : (file.scan_gap ?? undefined);
}

/** Groups findings by kind, with the places of each. */
function groupFindings(findings: unknown): NonNullable<FileState['found']>['findings'] {
  const found = quarantinedContent.shape.findings.parse(findings);
  return phiKinds.flatMap((kind) => {
    const places = found.flatMap((one) => (one.kind === kind ? [one.place ?? []].flat() : []));
    return found.some((one) => one.kind === kind) ? [{ kind, places: [...new Set(places)] }] : [];
  });
}
