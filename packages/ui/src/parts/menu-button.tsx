import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { tokens } from '@handover/ui-lite/tokens/tokens.ts';

export interface MenuAction {
  label: string;
  icon?: string;
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
}

interface MenuButtonProps {
  label: string;
  actions: readonly MenuAction[];
  /** Shows the three dots instead of the label, which stays as the name. */
  isIconOnly?: boolean;
}

/** A button that opens a menu of actions. */
export function MenuButton({ label, actions, isIconOnly = false }: MenuButtonProps): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  const semantics = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': id }),
  } as const;
  return (
    <>
      {isIconOnly ? (
        <IconButton
          aria-label={label}
          size="small"
          {...semantics}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="solar:menu-dots-bold" size={20} />
        </IconButton>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          {...semantics}
          endIcon={<Icon name="solar:alt-arrow-down-linear" size={16} />}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {label}
        </Button>
      )}
      <Menu
        id={id}
        anchorEl={anchor}
        open={isOpen}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            disabled={action.isDisabled ?? false}
            sx={action.isDangerous === true ? { color: tokens.color.danger.main } : {}}
            onClick={() => {
              setAnchor(null);
              action.onSelect();
            }}
          >
            {action.icon !== undefined && <Icon name={action.icon} size={20} />}
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
