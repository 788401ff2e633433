import { useEffect, useRef, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { PaletteItem } from './palette-item.ts';
import styles from './palette.module.css';

interface PaletteListProps {
  id: string;
  items: readonly PaletteItem[];
  active: PaletteItem | null;
  optionId: (index: number) => string;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}

/** Focus remains in the search field, which refers to the active item. */
export default function PaletteList({
  id,
  items,
  active,
  optionId,
  onPoint,
  onChoose,
}: PaletteListProps): ReactElement {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="Found" className={styles['list']}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p className={styles['group']} aria-hidden="true">
            {group}
          </p>
          {items.map(
            (item, index) =>
              item.group === group && (
                <Option
                  key={item.key}
                  id={optionId(index)}
                  item={item}
                  isActive={item === active}
                  onPoint={() => onPoint(item)}
                  onChoose={() => onChoose(item)}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field handles the keyboard
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(styles['option'], isActive && styles['active'])}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={item.icon} size={20} />
      <span className={styles['label']}>{item.label}</span>
      {item.detail !== null && <span className={styles['detail']}>{item.detail}</span>}
    </div>
  );
}
