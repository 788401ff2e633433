/** What a mail says, in both of its parts. */
export type DraftBody = {
  readonly text: string;
  /** Null for a mail of plain text alone. */
  readonly html: string | null;
  readonly hasRemoteImages: boolean;
};
