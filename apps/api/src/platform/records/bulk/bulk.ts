import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { BulkAction } from '@handover/contract/records/bulk.ts';
import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { MailTransport } from '#adapters/mail/transport.ts';
import type { Db } from '#db/client.ts';
import { tryInSavepoint } from '#db/savepoint.ts';
import type { Config } from '#lib/config.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Policy } from '#platform/session/policy.ts';
import type { Work } from '#platform/work.ts';
import type { Quota } from '#platform/workspace-limits/quota.ts';
import type { FilterValues } from '../list/filter.queries.ts';

/** A record in its current state, with the columns that the plans of its type need. */
export type BulkTarget = {
  readonly id: string;
  readonly version: number;
  /** For record types that can be deleted. */
  readonly deleted_at?: Date | null;
};

/** The change to one record. Columns that are not listed do not change. */
export type Change<Target extends BulkTarget = BulkTarget> = {
  readonly target: Target;
  readonly columns: Readonly<Record<string, unknown>>;
  /** The values that an undo restores. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The timeline entry; null if the service of the record type writes it. */
  readonly activity: ActivityType | null;
  /** The changed fields, as named in the timeline and the audit log. */
  readonly changed: readonly string[];
  /** The operation that makes this change to a single record, as named in the audit log. */
  readonly operation: string;
  /** Additional details for its audit entry, such as an amount. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Tags that are added and removed, for record types that have them. */
  readonly addTagIds?: readonly string[];
  readonly removeTagIds?: readonly string[];
};

export type Plan<Target extends BulkTarget = BulkTarget> =
  | { readonly kind: 'change'; readonly change: Change<Target> }
  | { readonly kind: 'skip'; readonly recordId: string; readonly reason: string };

/** How the timeline shows that a value was changed: by a changed column, or by types of entries. */
export type ChangeMark = { readonly column: string | null; readonly types: readonly ActivityType[] };

export type CompletedRow = {
  readonly record_id: string;
  readonly before: unknown;
  readonly version_after: number;
  readonly done_at: Date;
};

/** The stored result for one record. */
export type RowResult = {
  readonly record_id: string;
  readonly outcome: 'done' | 'skipped';
  readonly reason: string | null;
  readonly before: unknown;
  readonly version_after: number | null;
  readonly message_id: string | null;
};

type InputBase = { readonly action: BulkAction };

export type UndoInput<Input, Target> = {
  readonly input: Input;
  readonly done: CompletedRow;
  readonly target: Target;
  /** Whether the value has been changed since. */
  readonly isChanged: boolean;
};

type Batch<Target extends BulkTarget> = {
  readonly member: Member;
  readonly runId: string;
  readonly changes: readonly Change<Target>[];
};

/** Dependencies of special actions. */
export type SpecialParts = {
  readonly config: Config;
  readonly keyring: Keyring;
  readonly mail: MailTransport;
};

/**
 * An action that does not change the records themselves, such as email. A restore from a backup ends its runs, because
 * they may have continued since.
 */
export type SpecialAction<Input extends InputBase = InputBase, Target extends BulkTarget = BulkTarget> = {
  readonly batchSize: number;
  readonly operation: string;
  /** Throws INVALID_INPUT, and records that the action is used. */
  prepare(work: Work, member: Member, input: Input): Promise<void>;
  run(
    work: Work,
    batch: {
      readonly member: Member;
      readonly runId: string;
      readonly targets: readonly Target[];
      readonly input: Input;
    },
    platform: SpecialParts,
  ): Promise<RowResult[]>;
};

/** Permissions for the actions. `plan` and `planUndo` get only records that the member may change in this way. */
type BulkRules<Target> = {
  isOpen(member: Member, action: BulkAction): boolean;
  /** Why a record is skipped, or null. */
  whyNot(member: Member, action: BulkAction, target: Target): string | null;
};

/** The rules of bulk actions, each from the policy's ability that it needs. */
export function createBulkRules<Rows>(
  { canAny, whyNot }: Pick<Policy<Rows>, 'canAny' | 'whyNot'>,
  abilities: Partial<Record<BulkAction, keyof Rows>>,
): BulkRules<Rows[keyof Rows]> {
  return {
    isOpen: (member, action) => {
      const ability = abilities[action];
      return ability !== undefined && canAny(member, ability);
    },
    whyNot: (member, action, target) => {
      const ability = abilities[action];
      const reason = ability === undefined ? 'role' : whyNot(member, ability, target);
      return reason === null ? null : reasons[reason];
    },
  };
}

/** The bulk actions of a record type. */
export type BulkSpec<Input extends InputBase = InputBase, Target extends BulkTarget = BulkTarget> = {
  readonly input: z.ZodMiniType<Input>;
  /** Records per transaction. */
  readonly batchSize: number;
  /** The column that a record is named by in results. */
  readonly nameColumn: string;
  /** The FROM clause if the filter needs more tables than the record's `from`. */
  from?(member: Member, filter: FilterValues): RawBuilder<unknown>;
  /** Made from the policy by `createBulkRules`. */
  readonly rules: BulkRules<Target>;
  /** Throws FORBIDDEN and INVALID_INPUT for values that fit no record. */
  check(work: Work, member: Member, input: Input): Promise<void>;
  /** Why a run cannot continue for any record, or null. */
  findObstacle(db: Db, workspaceId: string, input: Input): Promise<string | null>;
  /** Limits how many records can be restored. */
  readonly quota?: Quota;
  /** The records that the member may see now, locked until the transaction ends. */
  lockTargets(db: Db, member: Member, ids: readonly string[]): Promise<Target[]>;
  plan(
    member: Member,
    action: {
      readonly input: Input;
      readonly target: Target;
      readonly now: Date;
    },
  ): Plan<Target>;
  /** For actions that the timeline shows; without a mark, a changed version counts as a change. */
  readonly marks: Partial<Record<BulkAction, ChangeMark>>;
  /** Called for a deletion only if nobody has restored the record since. */
  planUndo(member: Member, undone: UndoInput<Input, Target>): Plan<Target>;
  /** The input of an undo, without records and tags that no longer exist. */
  dropMissing?(db: Db, workspaceId: string, input: Input): Promise<Input>;
  /** Writes changes of locked records. Returns the reasons of rejected changes, by id. */
  write(work: Work, batch: Batch<Target>): Promise<ReadonlyMap<string, string>>;
  readonly special?: Partial<Record<BulkAction, SpecialAction<Input, Target>>>;
};

export const reasons = {
  gone: 'Deleted or not accessible.',
  role: 'Your role does not allow this.',
  isTrashed: 'In the trash.',
  isChanged: 'Changed since.',
} as const;

export function skip(target: Pick<BulkTarget, 'id'>, reason: string): Plan<never> {
  return { kind: 'skip', recordId: target.id, reason };
}

export function change<Target extends BulkTarget>(
  parts: Pick<Change<Target>, 'target' | 'operation'> & Partial<Change<Target>>,
): Plan<Target> {
  return { kind: 'change', change: { columns: {}, before: {}, activity: null, changed: [], ...parts } };
}

/** The result of a record that was skipped. */
export function createSkippedRow(recordId: string, reason: string): RowResult {
  return {
    record_id: recordId,
    outcome: 'skipped',
    reason,
    before: null,
    version_after: null,
    message_id: null,
  };
}

/**
 * Writes changes one by one, for record types with services that do more than set columns. Returns the reasons of
 * rejected changes, by id. The writes of a rejected change are rolled back so that the others can continue.
 */
export async function writeEach<Each extends Pick<Change<BulkTarget>, 'target'>>(
  { db }: Pick<Work, 'db'>,
  changes: readonly Each[],
  write: (change: Each) => Promise<unknown>,
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (const each of changes) {
    const refusal = await tryInSavepoint(db, () => write(each));
    if (refusal !== null) refused.set(each.target.id, refusal.errors?.[0]?.message ?? refusal.message);
  }
  return refused;
}
