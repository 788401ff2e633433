/** A square for each state, roughly where it is on the map. */
const rows = [
  'AK .. .. .. .. .. .. .. .. .. .. ME',
  '.. .. .. .. .. .. .. .. .. .. VT NH',
  '.. WA ID MT ND MN IL WI MI NY RI MA',
  '.. OR NV WY SD IA IN OH PA NJ CT ..',
  '.. CA UT CO NE MO KY WV VA MD DE ..',
  '.. .. AZ NM KS AR TN NC SC DC .. ..',
  '.. .. .. .. OK LA MS AL GA .. .. ..',
  'HI .. .. .. TX .. .. .. .. FL .. PR',
];

export interface Tile {
  readonly state: string;
  /** Starts at 1, like CSS grid lines. */
  readonly row: number;
  readonly column: number;
}

/** The tiles in the order of the postal codes. */
export const tiles: readonly Tile[] = rows
  .flatMap((line, row) =>
    line
      .split(' ')
      .flatMap((state, column) => (state === '..' ? [] : [{ state, row: row + 1, column: column + 1 }])),
  )
  .toSorted((one, other) => one.state.localeCompare(other.state));
