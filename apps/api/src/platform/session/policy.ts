import { roleLevels, type Role } from '@handover/contract/auth/roles.ts';
import { forbidden, inTrash, notFound, type AppError } from '#lib/errors.ts';
import type { Member } from './actor.ts';

/** Whether a member may do one thing with a record in their scope. */
type Rule<Row> = {
  readonly level: Role;
  /** An additional condition on the record. */
  readonly when?: (member: Member, row: Row) => boolean;
  /** The message of FORBIDDEN; without it, that the role does not allow this. */
  readonly refusal?: string;
  /** Whether a deleted record allows this. */
  readonly inTrash?: true;
};

/** The rules of a noun. `Rows` names each ability with the columns that decide it. */
type PolicySpec<Rows> = {
  /** In lower case, for use in sentences. */
  readonly noun: string;
  /** Roles that can see a deleted record; for everyone else it does not exist. */
  readonly trash?: Rule<Rows[keyof Rows]>;
  readonly rules: { readonly [Ability in keyof Rows]: Rule<Rows[Ability]> };
};

export type Policy<Rows> = {
  /** For the abilities of a presented record. */
  can<Ability extends keyof Rows>(member: Member, ability: Ability, row: Rows[Ability]): boolean;
  /** Whether the member's role has the ability for any record. */
  canAny(member: Member, ability: keyof Rows): boolean;
  /** Whether the member's role sees deleted records. */
  seesTrash(member: Member): boolean;
  /** The record as found in scope. Throws NOT_FOUND, RULE_BROKEN if it is in the trash, FORBIDDEN. */
  authorize<Ability extends keyof Rows, Row extends Rows[Ability]>(
    member: Member,
    ability: Ability,
    row: Row | null | undefined,
  ): Row;
  /** For one of many records: why it is skipped, or null. */
  whyNot<Ability extends keyof Rows>(
    member: Member,
    ability: Ability,
    row: Rows[Ability],
  ): 'isTrashed' | 'role' | null;
  /** The error for a missing or deleted record, without revealing more than the member may see. */
  missing(member: Member, row: Rows[keyof Rows] | null | undefined): AppError;
};

/**
 * The only place that decides what a member may do with a noun. Services use the functions that throw; presenters and
 * bulk actions use the others.
 */
export function definePolicy<Rows extends Readonly<Record<string, object>>>({
  noun,
  trash,
  rules,
}: PolicySpec<Rows>): Policy<Rows> {
  const whyNot: Policy<Rows>['whyNot'] = (member, ability, row) => {
    const rule = rules[ability];
    if (isDeleted(row) && rule.inTrash !== true) return 'isTrashed';
    return isAllowed(rule, member, row) ? null : 'role';
  };
  const missing: Policy<Rows>['missing'] = (member, row) =>
    row != null && isDeleted(row) && trash !== undefined && isAllowed(trash, member, row)
      ? inTrash(noun)
      : notFound(noun);
  return {
    whyNot,
    missing,
    can: (member, ability, row) => whyNot(member, ability, row) === null,
    canAny: (member, ability) => member.level >= roleLevels[rules[ability].level],
    seesTrash: (member) => trash !== undefined && member.level >= roleLevels[trash.level],
    authorize: (member, ability, row) => {
      if (row == null) throw notFound(noun);
      const isHidden = isDeleted(row) && (trash === undefined || !isAllowed(trash, member, row));
      const reason = whyNot(member, ability, row);
      if (isHidden || reason === 'isTrashed') throw missing(member, row);
      if (reason !== null) throw forbidden(rules[ability].refusal);
      return row;
    },
  };
}

function isAllowed<Row>({ level, when }: Rule<Row>, member: Member, row: Row): boolean {
  return member.level >= roleLevels[level] && (when?.(member, row) ?? true);
}

function isDeleted(row: object): boolean {
  return 'deleted_at' in row && row.deleted_at !== null;
}

export function isAdmin({ level }: Pick<Member, 'level'>): boolean {
  return level >= roleLevels.ADMIN;
}

/** Whether a member may assign this user, or no one, to a record: members limited to their own records keep them. */
export function canAssignTo(member: Member, userId: string | null): boolean {
  return member.scope !== 'own' || userId === member.userId;
}

/** The broker of a new or changed record of a type, named in the plural. Throws FORBIDDEN. */
export function requireAssignable<UserId extends string | null | undefined>(
  member: Member,
  userId: UserId,
  many: string,
): UserId {
  if (userId !== undefined && !canAssignTo(member, userId)) throw forbidden(formatOwnRecordsOnly(many));
  return userId;
}

export function formatOwnRecordsOnly(many: string): string {
  return `You can only be the broker of your own ${many}.`;
}
