import { useId, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { Menu } from '@handover/ui-lite/overlay/menu.tsx';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import styles from './menu-button.module.css';

export interface MenuAction {
  label: string;
  icon?: string;
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Why the button is disabled; shown below the label. */
  why?: string;
}

interface MenuButtonProps {
  label: string;
  /** The accessible name, where the label needs its context. */
  name?: string;
  actions: readonly MenuAction[];
  /** Shows the three dots instead of the label, which remains the accessible name. */
  isIconOnly?: boolean;
}

/** A button that opens a menu of actions. */
export function MenuButton({
  label,
  name = label,
  actions,
  isIconOnly = false,
}: MenuButtonProps): ReactElement {
  return (
    <Menu
      label={name}
      trigger={isIconOnly ? <Icon name="solar:menu-dots-bold" size={20} /> : <LabelWithArrow label={label} />}
      triggerClassName={isIconOnly ? styles['dots'] : getButtonClass('outlined')}
      {...((isIconOnly || name !== label) && { triggerLabel: name })}
    >
      {actions.map((action) => (
        <Action key={action.label} {...action} />
      ))}
    </Menu>
  );
}

function Action({
  label,
  icon,
  onSelect,
  isDangerous = false,
  isDisabled = false,
  why,
}: MenuAction): ReactElement {
  const whyId = useId();
  const isExplained = isDisabled && why !== undefined;
  return (
    <MenuItem
      onSelect={onSelect}
      isDisabled={isDisabled}
      {...(isDangerous && { tone: 'danger' as const })}
      {...(isExplained && { label, describedBy: whyId })}
    >
      {icon !== undefined && <Icon name={icon} size={20} />}
      {isExplained ? (
        <span className={styles['words']}>
          {label}
          <span id={whyId} className={styles['why']}>
            {why}
          </span>
        </span>
      ) : (
        label
      )}
    </MenuItem>
  );
}

function LabelWithArrow({ label }: { label: string }): ReactElement {
  return (
    <>
      {label}
      <Icon name="solar:alt-arrow-down-linear" size={16} />
    </>
  );
}
