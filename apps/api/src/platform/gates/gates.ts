import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import type { Requirement } from '@handover/domain/gates.ts';
import type {
  ConfirmRequirement,
  Gate,
  GateOverride,
  GateRequirement,
} from '@handover/contract/businesses/gates.ts';
import { AppError, forbidden, invalidField, notFound } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  insertConfirmation,
  listConfirmations,
  withdrawConfirmation,
  type ConfirmationRow,
  type GateSubject,
} from './gates.queries.ts';

/** The gate of a record with its confirmations and overrides. An override counts until it is withdrawn. */
export async function loadGate(
  { db }: Pick<Work, 'db'>,
  subject: GateSubject,
  requirements: readonly Requirement[],
): Promise<Gate> {
  const confirmations = requirements.length === 0 ? [] : await listConfirmations(db, subject);
  const presented = requirements.map((requirement) =>
    present(
      requirement,
      confirmations.find((row) => row.requirement === requirement.key),
    ),
  );
  return { requirements: presented, isOpen: presented.every(({ state }) => state !== 'missing') };
}

/**
 * Checks a record's gate. Records an override of missing requirements. Throws GATE_NOT_MET with the missing
 * requirements, FORBIDDEN if the member may not override them.
 */
export async function passGate(
  work: Work,
  actor: Member,
  {
    subject,
    gate,
    override,
    canOverride,
  }: {
    subject: GateSubject;
    gate: Gate;
    override: GateOverride | undefined;
    canOverride: boolean;
  },
): Promise<{ overridden: string[] }> {
  const missing = gate.requirements.filter(({ state }) => state === 'missing');
  if (missing.length === 0) return { overridden: [] };
  if (override === undefined)
    throw new AppError(
      'GATE_NOT_MET',
      `Before moving on, complete: ${missing.map(({ label }) => lowerFirst(label)).join('; ')}.`,
      {
        errors: missing.map(({ key, label, hint }) => ({ path: key, message: hint ?? label })),
      },
    );
  if (!canOverride) throw forbidden('Only administrators can override a requirement.');
  for (const { key } of missing)
    await insertConfirmation(work.db, subject, {
      requirement: key,
      kind: 'overridden',
      note: override.reason,
      user_id: actor.userId,
      now: work.now,
    });
  const overridden = missing.map(({ key }) => key);
  work.audit({ overridden });
  return { overridden };
}

/** Confirms a requirement with name and date. Throws INVALID_INPUT for a requirement that the product checks itself. */
export async function confirmRequirement(
  work: Work,
  actor: Member,
  {
    subject,
    gate,
    input: { requirement: key, note = null },
  }: { subject: GateSubject; gate: Gate; input: ConfirmRequirement },
): Promise<void> {
  const requirement = gate.requirements.find((each) => each.key === key);
  if (requirement === undefined)
    throw invalidField('requirement', 'This requirement is not part of this stage');
  if (!requirement.isConfirmable)
    throw invalidField('requirement', 'This requirement is checked automatically and cannot be confirmed');
  await insertConfirmation(work.db, subject, {
    requirement: key,
    kind: 'confirmed',
    note,
    user_id: actor.userId,
    now: work.now,
  });
  work.audit({ confirmed: key });
}

/** Withdraws a confirmation or an override. Throws NOT_FOUND without one. */
export async function withdrawRequirement(work: Work, subject: GateSubject, key: string): Promise<void> {
  if (!(await withdrawConfirmation(work.db, subject, { requirement: key, now: work.now })))
    throw notFound('confirmation');
  work.audit({ withdrawn: key });
}

function present(
  { key, label, isMet, hint }: Requirement,
  row: ConfirmationRow | undefined,
): GateRequirement {
  // Data that does not meet the requirement overrules an earlier confirmation, but not an override.
  const isInForce = row?.kind === 'overridden' || (row !== undefined && isMet === null);
  const state = isMet === true ? 'met' : isInForce ? row.kind : 'missing';
  return {
    key,
    label,
    state,
    hint: state === 'missing' ? hint : null,
    isConfirmable: isMet === null,
    confirmation:
      row === undefined || !isInForce
        ? null
        : {
            user: { id: row.user_id, displayName: row.display_name },
            at: row.created_at.toISOString(),
            note: row.note,
          },
  };
}
