import { scanParts } from '@handover/domain/phi/scan.ts';
import { z } from 'zod';
import {
  describeQuarantine,
  endQuarantine,
  quarantine,
  replaceQuarantined,
  type Finding,
} from '#features/phi/phi.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { NoteRow } from './notes.queries.ts';

const content = z.object({ body: z.string() });

/** The quarantined text of a note. */
export const readNoteContent = (stored: unknown): string => content.parse(stored).body;

/** The content of a note's row: its text, or that it is quarantined. */
export function screenNote(body: string): { shown: string; findings: readonly Finding[] } {
  const findings = scanParts([{ part: 'text', text: body }]);
  return { shown: findings.length === 0 ? body : describeQuarantine('note', findings), findings };
}

/** Puts the text of a note in quarantine. Returns the ID of the quarantine. */
export async function quarantineNote(
  work: Work,
  { workspaceId }: Member,
  { noteId, body, findings }: { noteId: string; body: string; findings: readonly Finding[] },
): Promise<string> {
  const subject = { kind: 'note', id: noteId } as const;
  return quarantine(work, { workspaceId, subject, findings, content: { body } });
}

/** Scans the new text of a note, and starts, renews, or ends its quarantine. Returns what the row may contain. */
export async function rescan(
  work: Work,
  actor: Member,
  { note, body }: { note: NoteRow; body: string },
): Promise<string> {
  const { workspaceId } = actor;
  const { id: noteId, quarantine_id: id } = note;
  // A form that shows the placeholder may send it back unchanged.
  if (id !== null && body === note.body) return body;
  const { shown, findings } = screenNote(body);
  if (findings.length === 0) {
    if (id !== null) await endQuarantine(work, { workspaceId, id, subject: { kind: 'note', id: noteId } });
  } else if (id === null) await quarantineNote(work, actor, { noteId, body, findings });
  else await replaceQuarantined(work, { workspaceId, id, findings, content: { body } });
  return shown;
}
