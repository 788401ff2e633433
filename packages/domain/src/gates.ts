/**
 * What a stage requires before it can be left. `isMet` is null for what the product cannot read: a person confirms it.
 */
export type Requirement = {
  readonly key: string;
  readonly label: string;
  readonly isMet: boolean | null;
  /** What to do about one that is not met. */
  readonly hint: string | null;
};
