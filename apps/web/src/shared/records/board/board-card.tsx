import { useDraggable } from '@dnd-kit/core';
import { memo, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import type { ListRow } from '../list/record-list.ts';
import styles from './board-card.module.css';
import type { AnyBoard, BoardMove } from './board.ts';

interface BoardCardProps {
  board: AnyBoard;
  row: ListRow;
  onMove: (move: BoardMove) => void;
}

/** A card on a board. Dragging moves it, its menu moves it too, and its name opens it. */
export function BoardCard({ board, row, onMove }: BoardCardProps): ReactElement {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: row.id,
    data: { row },
    disabled: board.movesFrom(row).length === 0,
  });
  return (
    <li ref={setNodeRef} {...listeners} className={classNames(styles['item'], isDragging && styles['away'])}>
      <CardWithMenu board={board} row={row} onMove={onMove} />
    </li>
  );
}

/** Memoized, because each step of a drag rerenders all cards. */
const CardWithMenu = memo(function CardWithMenu({ board, row, onMove }: BoardCardProps) {
  const name = board.list.nameOf(row);
  const columns = board.columnsFor({});
  const moves = board.movesFrom(row);
  return (
    <CardFace
      board={board}
      row={row}
      title={
        <Link to={board.list.linkTo(row) ?? ''} className={styles['title']} title={name} draggable={false}>
          {name}
        </Link>
      }
      menu={
        moves.length > 0 && (
          <MenuButton
            isIconOnly
            label={`Move ${name}`}
            actions={moves.map((to) => ({
              label: `Move to ${columns.find(({ key }) => key === to)?.label ?? to}`,
              icon: 'solar:arrow-right-linear',
              onSelect: () => onMove({ row, to }),
            }))}
          />
        )
      }
    />
  );
});

interface CardFaceProps {
  board: AnyBoard;
  row: ListRow;
  title?: ReactNode;
  menu?: ReactNode;
  /** Whether the card is being dragged. */
  isLifted?: boolean;
}

/** The content of a card. */
export function CardFace({ board, row, title, menu, isLifted = false }: CardFaceProps): ReactElement {
  return (
    <div className={classNames(styles['card'], isLifted && styles['lifted'])}>
      <div className={styles['top']}>
        {title ?? <span className={styles['title']}>{board.list.nameOf(row)}</span>}
        {menu}
      </div>
      {board.facts(row)}
    </div>
  );
}
