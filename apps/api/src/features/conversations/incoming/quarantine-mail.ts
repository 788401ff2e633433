import { z } from 'zod';
import {
  describeQuarantine,
  quarantine,
  type Finding,
  type QuarantinedFile,
} from '#features/phi/phi.public.ts';
import type { Work } from '#platform/work.ts';

/** Subject of a quarantined message, and of a thread that it started. */
export const quarantinedSubject = 'Quarantined message';

const content = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  hasRemoteImages: z.boolean(),
  /** The start of the attached files with findings. */
  attachedText: z.string().optional(),
});
export type MailContent = z.infer<typeof content>;

/** The quarantined content of a message, as `quarantineMail` stored it. */
export const readMailContent = (stored: unknown): MailContent => content.parse(stored);

/** What the row of a message contains: its content, or that it is quarantined. */
export function getShownContent(mail: MailContent, findings: readonly Finding[]): MailContent {
  if (findings.length === 0) return mail;
  return {
    subject: quarantinedSubject,
    text: describeQuarantine('message', findings),
    html: null,
    hasRemoteImages: false,
  };
}

/** Puts the content and the attachments of a message in quarantine. */
export async function quarantineMail(
  work: Work,
  {
    workspaceId,
    messageId,
    mail: { subject, text, html, hasRemoteImages, attachedText },
    findings,
    files = [],
  }: {
    workspaceId: string;
    messageId: string;
    mail: MailContent;
    findings: readonly Finding[];
    files?: readonly QuarantinedFile[];
  },
): Promise<void> {
  await quarantine(work, {
    workspaceId,
    subject: { kind: 'message', id: messageId },
    findings,
    content: { subject, text, html, hasRemoteImages, attachedText } satisfies MailContent,
    files,
  });
}
