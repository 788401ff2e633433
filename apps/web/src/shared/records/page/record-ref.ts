import type { RecordType } from '@handover/contract/records/records.ts';
import type { Change } from '#shared/live/live-updates.tsx';

/** A record that notes and tasks attach to. */
export interface RecordRef {
  type: Extract<RecordType, 'customer' | 'business' | 'deal'>;
  id: string;
}

/** A record that emails attach to. */
export type MailRecordRef = RecordRef & { type: 'customer' | 'business' };

/** A related record that a note, task, or email can also be attached to. */
export type LinkedRecord = MailRecordRef & { name: string };

/** The key of a draft about a record. Keys for customers have no type, so that older drafts are still found. */
export function getDraftName(kind: string, { type, id }: RecordRef): string {
  return type === 'customer' ? `${kind}:${id}` : `${kind}:${type}:${id}`;
}

/** The IDs of the records that a change affects. */
export function getRelatedIds(
  ...records: readonly (RecordRef | null)[]
): Required<Pick<Change, 'customerId' | 'businessId' | 'dealId'>> {
  const idOf = (type: RecordRef['type']): string | null =>
    records.find((record) => record?.type === type)?.id ?? null;
  return { customerId: idOf('customer'), businessId: idOf('business'), dealId: idOf('deal') };
}

/** The request fields that also attach a new item to another record. */
export function toAttachment(other: LinkedRecord | null): { customerId?: string; businessId?: string } {
  if (other === null) return {};
  return other.type === 'customer' ? { customerId: other.id } : { businessId: other.id };
}
