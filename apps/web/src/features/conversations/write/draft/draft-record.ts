import { emailDraft } from '@handover/contract/conversations/email-drafts.ts';
import * as z from 'zod/mini';
import { storeOnDevice } from '#shared/session/device-storage.ts';
import { emptyDraft } from '../email-draft.ts';

const schema = z.object({
  content: emailDraft,
  /** The server's version that the content is based on; 0 for none. */
  base: z.number(),
  /** Whether the server has a draft. */
  isStored: z.boolean(),
  /** Not saved on the server yet. */
  isDirty: z.boolean(),
  /** The tab that wrote it. */
  writer: z.string(),
});

/** A draft as stored in this browser. */
export type DraftRecord = z.infer<typeof schema>;

export const blankRecord: DraftRecord = {
  content: emptyDraft,
  base: 0,
  isStored: false,
  isDirty: false,
  writer: '',
};

/** The draft in a stored text, or null if there is none. */
export function readRecord(text: string | null): DraftRecord | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** False if the browser's storage is full or disabled: the draft is then only on screen and on the server. */
export function saveRecord(storageKey: string, record: DraftRecord): boolean {
  const isNothing = record.content === emptyDraft && !record.isDirty;
  return storeOnDevice(storageKey, isNothing ? null : record);
}

/** Whether two drafts have the same content. */
export function isSameDraft(one: EmailDraftLike, other: EmailDraftLike): boolean {
  return toCanonical(one) === toCanonical(other);
}

type EmailDraftLike = DraftRecord['content'] | null;

/** Parsing with the schema gives the fields of each object a fixed order. */
function toCanonical(draft: EmailDraftLike): string {
  return JSON.stringify(draft === null ? null : emailDraft.parse(draft));
}
