import type { ReactElement } from 'react';
import styles from './sidebar.module.css';
import { SidebarContent } from './sidebar-content.tsx';

/** The fixed navigation from the md breakpoint up; below it the drawer takes its place. */
export function Sidebar(): ReactElement {
  return (
    <aside aria-label="Sidebar" className={styles['sidebar']}>
      <SidebarContent />
    </aside>
  );
}
