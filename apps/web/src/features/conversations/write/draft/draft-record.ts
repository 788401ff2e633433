import { emailDraft } from '@handover/contract/email-drafts.ts';
import * as z from 'zod/mini';
import { emptyDraft } from '../email-draft.ts';

const schema = z.object({
  content: emailDraft,
  /** The version of the server that the content goes on from; 0 for none. */
  base: z.number(),
  /** Whether the server holds anything. */
  isStored: z.boolean(),
  /** Whether the server does not have this content yet. */
  isDirty: z.boolean(),
  /** The tab that wrote it. */
  writer: z.string(),
});

/** A draft as this browser keeps it. */
export type DraftRecord = z.infer<typeof schema>;

export const blankRecord: DraftRecord = {
  content: emptyDraft,
  base: 0,
  isStored: false,
  isDirty: false,
  writer: '',
};

/** What the browser's store holds under the key, or null. */
export function readRecord(text: string | null): DraftRecord | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** False when the browser's store is full or closed: then the draft lives on screen and on the server only. */
export function keepRecord(storageKey: string, record: DraftRecord): boolean {
  const isNothing = record.content === emptyDraft && !record.isDirty;
  try {
    if (isNothing) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(record));
    return true;
  } catch {
    console.warn('The draft could not be kept on this device');
    return false;
  }
}

/** Whether two drafts say the same. */
export function isSameDraft(one: EmailDraftLike, other: EmailDraftLike): boolean {
  return canonical(one) === canonical(other);
}

type EmailDraftLike = DraftRecord['content'] | null;

/** The schema gives each object its fields in one order. */
function canonical(draft: EmailDraftLike): string {
  return JSON.stringify(draft === null ? null : emailDraft.parse(draft));
}
