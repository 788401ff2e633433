import type { Customer } from '@handover/contract/customers.ts';

/** A column of the customer table; the cells are drawn by `CustomerRow` in the same order. */
export interface Column {
  readonly key: keyof Customer | 'contact';
  readonly title: string;
  /** CSS width; the table scrolls sideways where they do not fit. */
  readonly width: string;
  /** The API's name of the order by this column. */
  readonly sort?: 'name' | 'company' | 'lastActivityAt' | 'joiningDate';
}

export const selectWidth = '48px';

export const columns: readonly Column[] = [
  { key: 'name', title: 'Name', width: '240px', sort: 'name' },
  { key: 'contact', title: 'Contact', width: '230px' },
  { key: 'company', title: 'Company', width: '190px', sort: 'company' },
  { key: 'accountType', title: 'Type', width: '110px' },
  { key: 'status', title: 'Status', width: '100px' },
  { key: 'planName', title: 'Plan', width: '100px' },
  { key: 'broker', title: 'Broker', width: '150px' },
  { key: 'tags', title: 'Tags', width: '190px' },
  { key: 'lastActivityAt', title: 'Last activity', width: '140px', sort: 'lastActivityAt' },
  { key: 'joiningDate', title: 'Joined', width: '130px', sort: 'joiningDate' },
];
