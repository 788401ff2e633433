import { useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { Sheet } from '@handover/ui-lite/overlay/sheet.tsx';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { Logo } from '#app/brand/logo.tsx';
import styles from './nav-drawer.module.css';
import { SidebarContent } from './sidebar-content.tsx';

/** Where the fixed sidebar takes over: a modal drawer that is only hidden would leave the page dead. */
const fromMd = '(min-width: 900px)';

/** The menu button of small screens and its drawer, which closes whenever the location changes. */
export function NavDrawer(): ReactElement {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);

  useEffect(() => {
    const desktop = window.matchMedia(fromMd);
    const close = (): void => setOpenedAt(null);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <div className={styles['root']}>
      <IconButton icon="solar:hamburger-menu-linear" label="Open menu" onClick={() => setOpenedAt(key)} />
      <Sheet
        title="Menu"
        side="left"
        isOpen={openedAt === key}
        onClose={() => setOpenedAt(null)}
        heading={<Logo />}
      >
        <SidebarContent />
      </Sheet>
    </div>
  );
}
