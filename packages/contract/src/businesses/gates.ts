import * as z from 'zod/mini';
import { id, line, multiline, timestamp } from '../http/common.ts';

/**
 * - `met`: according to the record's data.
 * - `confirmed`: by a user, because the product cannot check it.
 * - `overridden`: an authorized user has waived it, with a reason.
 * - `missing`: none of these.
 */
export const requirementStates = ['met', 'confirmed', 'overridden', 'missing'] as const;

/** A requirement for leaving a stage. */
export const requirement = z.object({
  key: z.string(),
  label: z.string(),
  state: z.enum(requirementStates),
  /** How to meet an unmet requirement. */
  hint: z.nullable(z.string()),
  /** Whether a person can confirm it, because the product cannot check it. */
  isConfirmable: z.boolean(),
  /** Who confirmed or overrode it, when, and their note. */
  confirmation: z.nullable(
    z.object({
      user: z.object({ id, displayName: z.string() }),
      at: timestamp,
      note: z.nullable(z.string()),
    }),
  ),
});
export type GateRequirement = z.infer<typeof requirement>;

/** The exit gate of the stage that a record is in. */
export const gate = z.object({ requirements: z.array(requirement), isOpen: z.boolean() });
export type Gate = z.infer<typeof gate>;

export const requirementKey = line(60);
export const confirmRequirementBody = z.strictObject({
  requirement: requirementKey,
  note: z.optional(z.nullable(multiline(500))),
});
export type ConfirmRequirement = z.infer<typeof confirmRequirementBody>;

/** Lets a move pass without the missing requirements, for those allowed to. */
export const gateOverride = z.strictObject({ reason: multiline(500) });
export type GateOverride = z.infer<typeof gateOverride>;
