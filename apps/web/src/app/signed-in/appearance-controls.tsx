import { useEffect, useRef, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { MenuItem } from '@handover/ui-lite/overlay/menu-item.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { useAppearance } from '#shared/appearance/appearance.ts';
import styles from './rail.module.css';

/** Narrows the sidebar to icons, for this browser. */
export function RailToggle(): ReactElement {
  const [isRail, toggle] = useAppearance('nav');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sidebar = isRail ? root.current?.closest('aside') : null;
    if (sidebar == null) return undefined;
    const placeHint = ({ target }: Event): void => {
      const item = target instanceof Element ? target.closest('li > :is(a, button)') : null;
      if (item !== null)
        sidebar.style.setProperty('--hint-top', `${String(item.getBoundingClientRect().top)}px`);
    };
    sidebar.addEventListener('pointerover', placeHint);
    sidebar.addEventListener('focusin', placeHint);
    return () => {
      sidebar.removeEventListener('pointerover', placeHint);
      sidebar.removeEventListener('focusin', placeHint);
    };
  }, [isRail]);
  return (
    <div ref={root} className={styles['toggle']}>
      <IconButton
        icon="solar:alt-arrow-down-linear"
        label={isRail ? 'Expand sidebar' : 'Collapse sidebar'}
        onClick={toggle}
      />
    </div>
  );
}

/** Entry of the account menu. */
export function ThemeItem(): ReactElement {
  const [isDark, toggle] = useAppearance('theme');
  return (
    <MenuItem onSelect={toggle}>
      <Icon name={isDark ? 'solar:sun-2-linear' : 'solar:moon-linear'} size={20} />
      {isDark ? 'Light theme' : 'Dark theme'}
    </MenuItem>
  );
}
