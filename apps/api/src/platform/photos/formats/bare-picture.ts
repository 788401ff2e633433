/** The parts of a picture's file that draw it, in order, and its size in pixels. */
export type StrippedPicture = {
  readonly parts: readonly Buffer[];
  readonly width: number;
  readonly height: number;
};
