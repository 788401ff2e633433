import { listDensities, type ListDensity } from '@handover/contract/records/saved-views.ts';
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
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Popover from '@mui/material/Popover';
import { useId, useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';
import styles from './display-panel.module.css';
import {
  maxFacts,
  moveKey,
  withCustomFields,
  type AnyColumn,
  type DisplaySettings,
} from './display-settings.ts';
import type { ListNavigation } from '../list-search.ts';
import type { AnyList } from '../record-list.ts';

const densityNames = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
} as const satisfies Record<ListDensity, string>;

interface DisplayProps {
  list: AnyList;
  display: DisplaySettings;
  navigation: ListNavigation;
}

interface DisplayPanelProps extends DisplayProps {
  isOpen: boolean;
  /** The element that the panel opens below. */
  anchor: HTMLElement;
  onClose: () => void;
}

/** Display settings of the table; each applies immediately. */
export default function DisplayPanel(props: DisplayPanelProps): ReactElement {
  const { isOpen, anchor, onClose, ...settings } = props;
  const titleId = useId();
  return (
    <Popover
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 384 } } }}
    >
      <TableDisplay titleId={titleId} {...settings} />
    </Popover>
  );
}

function TableDisplay({
  titleId,
  list,
  display,
  navigation,
}: DisplayProps & { titleId: string }): ReactElement {
  return (
    <div className={styles['panel']}>
      <h2 id={titleId} className={styles['title']}>
        Display
      </h2>
      <fieldset className={styles['group']}>
        <legend>Row height</legend>
        <div className={styles['options']}>
          {listDensities.map((name) => (
            <label key={name} className={styles['option']}>
              <input
                type="radio"
                name="density"
                checked={display.density === name}
                onChange={() => display.setDensity(name)}
              />
              {densityNames[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <PageSize list={list} navigation={navigation} />
      <ColumnChooser
        title="Columns"
        hint={`${list.name.header} always comes first.`}
        shown={display.columns}
        available={display.available}
        onChange={display.setColumns}
        reset={{ keys: display.defaultKeys, label: 'Reset columns' }}
      />
    </div>
  );
}

const isCustom = ({ field }: AnyColumn): boolean => field !== undefined;

/** Display settings of cards, full-screen on a phone. Columns that cards do not show are not affected. */
export function CardDisplay({
  list,
  display,
  navigation,
  onClose,
}: DisplayProps & { onClose: () => void }): ReactElement {
  const titleId = useId();
  const available = display.available.filter(isCustom);
  return (
    <Dialog open fullScreen aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Display</DialogTitle>
      <DialogContent className={styles['whole'] ?? ''}>
        <PageSize list={list} navigation={navigation} />
        {list.customValues !== undefined && available.length === 0 && (
          <p className={styles['hint']}>
            Cards can show custom fields once an administrator has added some in the settings.
          </p>
        )}
        {available.length > 0 && (
          <ColumnChooser
            isTouched
            title="Fields on cards"
            hint={`A card shows the first ${String(maxFacts)} selected fields. Larger screens show all of them as columns.`}
            shown={display.columns.filter(isCustom)}
            available={available}
            onChange={(keys) => display.setColumns(withCustomFields(display.columns, keys))}
            reset={{ keys: [], label: 'Hide all' }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function PageSize({ list, navigation }: Omit<DisplayProps, 'display'>): ReactElement {
  return (
    <label className={styles['line']}>
      Rows per page
      <select
        value={navigation.search.limit}
        onChange={(event) => navigation.setLimit(Number(event.target.value))}
        className={styles['select']}
      >
        {list.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ColumnChooserProps {
  title: string;
  hint: string;
  /** In display order. */
  shown: readonly AnyColumn[];
  /** All columns to choose from. */
  available: readonly AnyColumn[];
  onChange: (keys: readonly string[]) => void;
  /** The default columns. */
  reset: { readonly keys: readonly string[]; readonly label: string };
  /** For touch screens: larger controls, with buttons to move columns. */
  isTouched?: boolean;
}

/** Selects the columns to show and their order, by dragging, or with Space and the arrow keys on a handle. */
export function ColumnChooser(props: ColumnChooserProps): ReactElement {
  const { title, hint, shown, available, onChange, reset, isTouched = false } = props;
  const keys = shown.map(({ key }): string => key);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const group = useRef<HTMLFieldSetElement>(null);
  const restoreFocusTo = useMovedFocus(group, keys);
  const hidden = available.filter(({ key }) => !keys.includes(key));
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over === null || over.id === active.id) return;
    onChange(arrayMove(keys, keys.indexOf(String(active.id)), keys.indexOf(String(over.id))));
  };
  return (
    <fieldset ref={group} className={styles['group']} data-touched={isTouched}>
      <legend>{title}</legend>
      <p className={styles['hint']}>{hint}</p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className={styles['columns']}>
            {shown.map((column, index) => (
              <ShownColumn
                key={column.key}
                column={column}
                onHide={() => {
                  restoreFocusTo(column.key);
                  onChange(keys.filter((key) => key !== column.key));
                }}
                onUp={isTouched && index > 0 ? () => onChange(moveKey(keys, column.key, -1)) : null}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <ul className={styles['columns']}>
        {hidden.map(({ key, header }) => (
          <li key={key} className={styles['column']}>
            <label className={styles['option']}>
              <input
                type="checkbox"
                value={key}
                checked={false}
                onChange={() => {
                  restoreFocusTo(key);
                  onChange([...keys, key]);
                }}
              />
              {header}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" className={styles['reset']} onClick={() => onChange(reset.keys)}>
        {reset.label}
      </button>
    </fieldset>
  );
}

/** Toggling a column moves it to the other list, where its checkbox is a new element, so the focus has to follow. */
function useMovedFocus(
  group: RefObject<HTMLFieldSetElement | null>,
  shown: readonly string[],
): (key: string) => void {
  const ticked = useRef<string | null>(null);
  const order = shown.join();
  useLayoutEffect(() => {
    const boxes = [...(group.current?.querySelectorAll('input') ?? [])];
    boxes.find(({ value }) => value === ticked.current)?.focus();
    ticked.current = null;
  }, [group, order]);
  return (key) => {
    ticked.current = key;
  };
}

interface ShownColumnProps {
  column: AnyColumn;
  onHide: () => void;
  /** Null if the column has no such button. */
  onUp: (() => void) | null;
}

function ShownColumn({ column, onHide, onUp }: ShownColumnProps): ReactElement {
  const { key, header } = column;
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
        <input type="checkbox" value={key} checked onChange={onHide} />
        {header}
      </label>
      {onUp !== null && (
        <button type="button" className={styles['up']} aria-label={`Move ${header} up`} onClick={onUp}>
          <Icon name="solar:alt-arrow-up-linear" size={18} />
        </button>
      )}
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles['handle']}
        {...attributes}
        {...listeners}
        aria-label={`Move ${header}`}
      >
        <Icon name="solar:reorder-linear" size={18} />
      </button>
    </li>
  );
}
