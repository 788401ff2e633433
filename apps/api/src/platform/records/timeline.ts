import type { SubjectKind } from '@handover/contract/records/activities.ts';
import type { RawBuilder } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { RecordScope } from '#platform/session/actor.ts';

/** The reader of a timeline. In a prepared statement `userId` is a placeholder: it may be passed on, but not read. */
export type TimelineReader = {
  readonly userId: string;
  readonly scope: RecordScope;
  /** Whether a row of `customers` is in the reader's scope. */
  readonly isInScope: RawBuilder<unknown>;
};

/** How a timeline shows a subject of its entries, as expressions on its table with `joins`. */
export type TimelineView = {
  readonly joins?: RawBuilder<unknown>;
  readonly label: RawBuilder<unknown>;
  /** The beginning of its text. */
  readonly excerpt?: RawBuilder<unknown>;
  /** A JSON object with its current `status` and the `cause`. */
  readonly state?: RawBuilder<unknown>;
  /** The subjects that the reader may see; without it, all of the page. */
  readonly condition?: RawBuilder<unknown>;
  /** The only customer whose entries are included, for readers who must not see other customers in shared entries. */
  readonly onlyBeside?: RawBuilder<unknown>;
};

/** A kind of timeline subject with its table. */
export type TimelineSubject = {
  readonly kind: SubjectKind;
  readonly table: keyof Database;
  view(reader: TimelineReader): TimelineView;
};

type DescribedRecord = Pick<TimelineSubject, 'table'> & {
  readonly type: SubjectKind;
  readonly timeline?: TimelineSubject['view'];
};

/** The subjects of timelines: record types that describe their view, and others. */
export function listTimelineSubjects(
  records: readonly DescribedRecord[],
  others: readonly TimelineSubject[],
): TimelineSubject[] {
  const described = records.flatMap(({ type, table, timeline }) =>
    timeline === undefined ? [] : [{ kind: type, table, view: timeline }],
  );
  return [...described, ...others];
}
