import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { defaultKeys, type Column, type ListColumn } from './columns.ts';
import styles from './display-panel.module.css';

interface ColumnChooserProps {
  /** In their order. */
  shown: readonly ListColumn[];
  /** All that can be chosen. */
  available: readonly ListColumn[];
  onChange: (keys: readonly string[]) => void;
}

/** Which columns are shown, and in which order: by drag, or with Space and the arrow keys on a handle. */
export function ColumnChooser({ shown, available, onChange }: ColumnChooserProps): ReactElement {
  const keys = shown.map(({ key }): string => key);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const hidden = available.filter(({ key }) => !keys.includes(key));
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over === null || over.id === active.id) return;
    onChange(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
  };
  return (
    <fieldset className={styles['group']}>
      <legend>Columns</legend>
      <p className={styles['hint']}>The name always comes first.</p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className={styles['columns']}>
            {shown.map((column) => (
              <ShownColumn
                key={column.key}
                column={column}
                onHide={() => onChange(keys.filter((key) => key !== column.key))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <ul className={styles['columns']}>
        {hidden.map(({ key, title }) => (
          <li key={key} className={styles['column']}>
            <label className={styles['option']}>
              <input type="checkbox" checked={false} onChange={() => onChange([...keys, key])} />
              {title}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className={styles['reset']} onClick={() => onChange(defaultKeys)}>
        Back to the usual columns
      </button>
    </fieldset>
  );
}

function ShownColumn({ column, onHide }: { column: Column; onHide: () => void }): ReactElement {
  const { key, title } = column;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key });
  return (
    <li
      ref={setNodeRef}
      className={styles['column']}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <label className={styles['option']}>
        <input type="checkbox" checked onChange={onHide} />
        {title}
      </label>
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles['handle']}
        {...attributes}
        {...listeners}
        aria-label={`Move ${title}`}
      >
        <Icon name="solar:reorder-linear" size={18} />
      </button>
    </li>
  );
}
