/** A column of the table; the cells are drawn by its rows in the same order. */
export interface Column {
  readonly title: string;
  /** Pixels; the table scrolls sideways where they do not fit. */
  readonly width: number;
  /** The API's name of the order by this column. */
  readonly sort?: 'name' | 'stage' | 'askingPrice' | 'sde' | 'createdAt';
  readonly isMoney?: boolean;
  readonly isSticky?: boolean;
}

export const columns: readonly Column[] = [
  { title: 'Business', width: 276, sort: 'name', isSticky: true },
  { title: 'Stage', width: 116, sort: 'stage' },
  { title: 'Asking price', width: 180, sort: 'askingPrice', isMoney: true },
  { title: 'Label', width: 70 },
  { title: 'SDE', width: 112, sort: 'sde', isMoney: true },
  { title: 'Type', width: 172 },
  { title: 'Location', width: 150 },
  { title: 'Listing', width: 110 },
  { title: 'Owner', width: 190 },
  { title: 'Broker', width: 140 },
  { title: 'In stage since', width: 130 },
  { title: 'Added', width: 120, sort: 'createdAt' },
];
