import { useEffect, useRef, type ReactElement } from 'react';
import { NavLink, useLocation } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { scrollToTab } from '@handover/ui/parts/scroll-to-tab.ts';
import edgeFade from '@handover/ui/parts/edge-fade.module.css';
import styles from './business-center-tabs.module.css';

const root = '/admin/business-center';
const tabs = [
  { label: 'Businesses', path: root },
  { label: 'Deals', path: `${root}/deals` },
  { label: 'Buyers', path: `${root}/buyers` },
  { label: 'Inquiries', path: `${root}/buyers/inquiries` },
  { label: 'NDAs', path: `${root}/ndas` },
  { label: 'Contacts', path: `${root}/contacts` },
  { label: 'Commission', path: `${root}/commission` },
  { label: 'Reports', path: `${root}/reports` },
] as const;

/** Tabs for the lists of the business center. On phones they scroll horizontally. */
export function BusinessCenterTabs(): ReactElement {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    scrollToTab(list.current, '[aria-current="page"]');
  }, [pathname]);
  return (
    <nav ref={list} aria-label="Business Center" className={classNames(styles['tabs'], edgeFade['edges'])}>
      {tabs.map(({ label, path }) => (
        <NavLink key={path} to={path} end className={styles['tab'] ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
