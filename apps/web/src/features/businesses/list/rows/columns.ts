/** A column of the table; the cells are drawn by its rows in the same order. */
export interface Column {
  readonly title: string;
  /** CSS width; the table scrolls sideways where they do not fit. */
  readonly width: string;
  /** The API's name of the order by this column. */
  readonly sort?: 'name' | 'stage' | 'askingPrice' | 'sde' | 'createdAt';
  readonly isMoney?: boolean;
  readonly isSticky?: boolean;
}

export const columns: readonly Column[] = [
  { title: 'Business', width: '276px', sort: 'name', isSticky: true },
  { title: 'Stage', width: '116px', sort: 'stage' },
  { title: 'Asking price', width: '180px', sort: 'askingPrice', isMoney: true },
  { title: 'Label', width: '70px' },
  { title: 'SDE', width: '112px', sort: 'sde', isMoney: true },
  { title: 'Type', width: '172px' },
  { title: 'Location', width: '150px' },
  { title: 'Listing', width: '110px' },
  { title: 'Owner', width: '190px' },
  { title: 'Broker', width: '140px' },
  { title: 'In stage since', width: '130px' },
  { title: 'Added', width: '120px', sort: 'createdAt' },
];
