import type { QuarantinedContent } from '@handover/contract/documents/quarantines.ts';
import { phiKindLabels, phiKinds, type PhiKind } from '@handover/domain/phi/phi-kinds.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';
import {
  insertFiles,
  insertQuarantine,
  markQuarantined,
  setFileQuarantined,
  updateContent,
} from './quarantines.queries.ts';

export type Finding = QuarantinedContent['findings'][number];
export type QuarantinedSubject =
  | { readonly kind: 'message' | 'note'; readonly id: string }
  /** The ID of the document, or of the email that the file came with. */
  | { readonly kind: 'document' | 'attachment'; readonly id: string; readonly fileId: string };
/** In the order of the message. */
export type QuarantinedFile = { readonly fileId: string; readonly contentId: string | null };

type QuarantineInput = {
  readonly workspaceId: string;
  readonly subject: QuarantinedSubject;
  readonly findings: readonly Finding[];
  /** The content that its row must not contain; `release` of the noun reads it. */
  readonly content: object;
  readonly files?: readonly QuarantinedFile[];
};

/** The replacement content of a quarantined email's or note's row. */
export function describeQuarantine(kind: 'message' | 'note', findings: readonly Finding[]): string {
  const noun = kind === 'message' ? 'message' : 'note';
  return `Quarantined: this ${noun} may contain patient information (${describeKinds(findings)}).`;
}

/** "SSN, date of birth" */
export function describeKinds(findings: readonly Pick<Finding, 'kind'>[]): string {
  return listKinds(findings)
    .map((one) => phiKindLabels[one])
    .join(', ');
}

/**
 * Puts the content of a message, note, or file in quarantine. The row of a message or note contains only
 * `describeQuarantine`, and the file's bytes are blocked, so no reader needs to check. Returns the ID of the
 * quarantine.
 */
export async function quarantine(
  work: Work,
  { workspaceId, subject, findings, content, files = [] }: QuarantineInput,
): Promise<string> {
  const id = newId();
  await insertQuarantine(work.db, {
    workspaceId,
    id,
    subject,
    kinds: listKinds(findings),
    findings,
    content,
    now: work.now,
  });
  await insertFiles(work.db, { workspaceId, quarantineId: id, files });
  if ('fileId' in subject)
    await setFileQuarantined(work.db, { workspaceId, fileId: subject.fileId, isQuarantined: true });
  else await markQuarantined(work.db, { workspaceId, subject, quarantineId: id });
  return id;
}

/** Replaces the content of a quarantine, which then waits for a review again. */
export async function replaceQuarantined(
  { db }: Work,
  {
    workspaceId,
    id,
    findings,
    content,
  }: Pick<QuarantineInput, 'workspaceId' | 'findings' | 'content'> & { id: string },
): Promise<void> {
  await updateContent(db, {
    workspaceId,
    id,
    change: { state: 'waiting', kinds: listKinds(findings), findings, content },
  });
}

/** Ends a quarantine after its author has removed what was found. */
export async function endQuarantine(
  { db }: Work,
  {
    workspaceId,
    id,
    subject,
  }: { workspaceId: string; id: string; subject: { readonly kind: 'message' | 'note'; readonly id: string } },
): Promise<void> {
  await updateContent(db, { workspaceId, id, change: { state: 'edited' } });
  await markQuarantined(db, { workspaceId, subject, quarantineId: null });
}

function listKinds(findings: readonly Pick<Finding, 'kind'>[]): PhiKind[] {
  return phiKinds.filter((kind) => findings.some((finding) => finding.kind === kind));
}
