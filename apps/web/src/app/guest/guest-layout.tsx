import type { ReactElement } from 'react';
import { Outlet } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Logo } from '#app/brand/logo.tsx';
import { useHeaderOffset } from '#app/layout/header.tsx';
import styles from './guest-layout.module.css';

/** The layout of sign-in pages. */
export function GuestLayout(): ReactElement {
  const isOffset = useHeaderOffset();
  return (
    <div className={styles['layout']}>
      <header className={classNames(styles['header'], isOffset && styles['offset'])}>
        <Logo />
      </header>
      <main className={styles['main']}>
        <div className={styles['column']}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
