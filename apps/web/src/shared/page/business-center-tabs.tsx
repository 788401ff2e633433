import type { ReactElement } from 'react';
import { NavLink } from 'react-router';
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

/** The lists of the business center, above each of them. */
export function BusinessCenterTabs(): ReactElement {
  return (
    <nav aria-label="Business Center" className={styles['tabs']}>
      {tabs.map(({ label, path }) => (
        <NavLink key={path} to={path} end className={styles['tab'] ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
