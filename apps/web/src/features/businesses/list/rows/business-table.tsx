import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { rowHeights, type Density } from '#shared/lists/density.ts';
import { ScrollTable } from '#shared/lists/table/scroll-table.tsx';
import { SortButton } from '#shared/lists/table/sort-button.tsx';
import { useRowShortcut } from '#shared/lists/table/use-row-shortcut.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { Cover } from '../../cover.tsx';
import { MarketLabel } from '../../market-label.tsx';
import { Price } from '../../price.tsx';
import { StageLabel } from '../../stage-label.tsx';
import styles from './business-table.module.css';
import { columns, type Column } from './columns.ts';
import type { BusinessSort } from '../search/list-search.ts';

interface BusinessTableProps {
  businesses: readonly Business[];
  sort: BusinessSort | null;
  onSort: (column: string) => void;
  density: Density;
}

/** The page's businesses. */
export function BusinessTable({ businesses, sort, onSort, density }: BusinessTableProps): ReactElement {
  const openRow = useRowShortcut();
  return (
    <ScrollTable
      label="Businesses"
      widths={columns.map(({ width }) => width)}
      rowHeight={rowHeights[density]}
      rows={businesses.length}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.title} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the name's link is the way for the keyboard; the row is only a shortcut for the mouse */}
      <tbody onClick={openRow}>
        {businesses.map((business) => (
          <Row key={business.id} business={business} density={density} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

const coverSizes = { compact: 22, standard: 32, comfortable: 40 } as const satisfies Record<Density, number>;

function Row({ business, density }: { business: Business; density: Density }): ReactElement {
  const { timeZone } = useUser();
  const { owner, currency, publicTitle } = business;
  return (
    <tr>
      <th scope="row" className={styles['sticky']}>
        <span className={styles['who']}>
          <Cover name={business.name} color={business.coverColor} size={coverSizes[density]} />
          <span className={styles['names']}>
            <Link
              to={`/admin/business-center/businesses/${business.id}`}
              dir="auto"
              className={styles['name']}
              title={business.name}
            >
              {business.name}
            </Link>
            {density === 'comfortable' && publicTitle !== null && (
              <span className={styles['second']} title={publicTitle}>
                {publicTitle}
              </span>
            )}
          </span>
        </span>
      </th>
      <td>
        <StageLabel business={business} />
      </td>
      <td className={styles['money']}>
        <Price business={business} />
      </td>
      <td>
        <MarketLabel label={business.marketLabel} />
      </td>
      <td className={styles['money']}>
        <MoneyText isPrice amountCents={business.sdeCents} currency={currency} />
      </td>
      <td>{businessTypeLabels[business.type]}</td>
      <td>{[business.city, business.region].filter(Boolean).join(', ')}</td>
      <td>{business.listingNumber}</td>
      <td>
        {owner !== null && (
          <Link
            to={`/admin/users/view/${owner.id}`}
            dir="auto"
            className={styles['owner']}
            title={owner.name}
          >
            {owner.name}
          </Link>
        )}
      </td>
      <td>{business.broker?.displayName}</td>
      <td>
        <RelativeTime time={business.stageEnteredAt} timeZone={timeZone} />
      </td>
      <td>
        <RelativeTime time={business.createdAt} timeZone={timeZone} />
      </td>
    </tr>
  );
}

interface HeaderCellProps {
  column: Column;
  sort: BusinessSort | null;
  onSort: (column: string) => void;
}

function HeaderCell({ column, sort, onSort }: HeaderCellProps): ReactElement {
  const { title, sort: name, isMoney = false, isSticky = false } = column;
  const className = classNames(isSticky && styles['sticky'], isMoney && styles['money']);
  if (name === undefined)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <SortButton title={title} direction={direction} onSort={() => onSort(name)} />
    </th>
  );
}
