/**
 * A requirement for leaving a stage. `isMet` is null if the product cannot determine it and a person has to confirm it.
 */
export type Requirement = {
  readonly key: string;
  readonly label: string;
  readonly isMet: boolean | null;
  /** How to meet an unmet requirement. */
  readonly hint: string | null;
};
