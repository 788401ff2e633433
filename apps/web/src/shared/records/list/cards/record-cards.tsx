import { useId, type ReactElement } from 'react';
import { RecordCard, RecordCardList } from './record-card.tsx';
import { maxFacts, type AnyColumn, type DisplaySettings } from '../display/display-settings.ts';
import type { AnyList, CellContext, ListRow } from '../record-list.ts';
import styles from './record-cards.module.css';
import { useCellContext } from '../table/record-table.tsx';
import type { RowGroup } from '../list-page.ts';
import { GroupHeading, SelectBox } from '../table/record-row.tsx';
import type { Selection } from '../bulk/use-selection.ts';

interface RecordCardsProps {
  list: AnyList;
  groups: readonly RowGroup[];
  /** The IDs of matching rows, without similar records. */
  pageIds: readonly string[];
  /** The matching text of records found by something other than their name, by ID. */
  matched: Readonly<Record<string, string>>;
  display: DisplaySettings;
  /** Null while the cards are links to their records. */
  selection: Selection | null;
  onOpen: ((row: ListRow) => void) | null;
}

/** The records of a page, as shown on a phone. */
export function RecordCards({
  list,
  groups,
  pageIds,
  matched,
  display,
  selection,
  onOpen,
}: RecordCardsProps): ReactElement {
  const context = useCellContext(list);
  const pageBoxId = useId();
  return (
    <>
      {selection !== null && (
        <div className={styles['page']}>
          <SelectBox id={pageBoxId} label="Select all on this page" ids={pageIds} selection={selection} />
          <label htmlFor={pageBoxId}>Select all on this page</label>
        </div>
      )}
      {groups.map((group) => (
        <div key={group.key}>
          {group.label !== null && (
            <div className={styles['group']}>
              <GroupHeading group={group} selection={selection} />
            </div>
          )}
          <RecordCardList label={group.label ?? list.nouns[1]}>
            {group.rows.map((row) => (
              <Card
                key={row.id}
                list={list}
                row={row}
                matched={matched[row.id] ?? null}
                display={display}
                context={context}
                selection={selection}
                onOpen={onOpen}
              />
            ))}
          </RecordCardList>
        </div>
      ))}
    </>
  );
}

interface CardProps extends Pick<RecordCardsProps, 'list' | 'display' | 'selection' | 'onOpen'> {
  row: ListRow;
  matched: string | null;
  context: CellContext;
}

function Card({ list, row, matched, display, context, selection, onOpen }: CardProps): ReactElement {
  const columnsAt = (card: AnyColumn['card']): AnyColumn[] =>
    list.columns.filter((column) => column.card === card);
  const cellsAt = (card: AnyColumn['card']): ReactElement[] =>
    columnsAt(card).flatMap((column) => {
      const content = column.cell === undefined ? column.text?.(row, context) : column.cell(row, context);
      const isEmpty = content === undefined || content === null || content === false || content === '';
      return isEmpty ? [] : [<span key={column.key}>{content}</span>];
    });
  return (
    <RecordCard
      picture={list.picture(row, 40)}
      name={list.nameOf(row)}
      to={list.linkTo(row)}
      onOpen={onOpen === null ? null : () => onOpen(row)}
      isDone={list.isDone?.(row) ?? false}
      status={
        <>
          {list.mark?.(row)}
          {cellsAt('status')}
        </>
      }
      details={[matched, ...columnsAt('detail').map((column) => column.text?.(row, context))]}
      facts={listFacts(row, display, context)}
      end={cellsAt('end')}
      action={selection === null && list.rowActions?.(row)}
      selection={selection && { isSelected: selection.has(row.id), onToggle: () => selection.toggle(row.id) }}
    >
      {cellsAt('badge')}
    </RecordCard>
  );
}

/** The first custom fields among the columns that have a value. */
function listFacts(
  row: ListRow,
  { columns }: DisplaySettings,
  context: CellContext,
): [name: string, value: string][] {
  return columns
    .filter(({ field }) => field !== undefined)
    .slice(0, maxFacts)
    .map(({ header, text }): [string, string] => [header, text?.(row, context) ?? ''])
    .filter(([, value]) => value !== '');
}
