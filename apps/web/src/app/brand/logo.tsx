import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useInstallation } from '#shared/installation/installation.ts';
import styles from './logo.module.css';

interface LogoProps {
  /** Shows only the mark (70 × 70) instead of mark and name (217 × 54). */
  isSingle?: boolean;
}

export function Logo({ isSingle = false }: LogoProps): ReactElement {
  const installation = useInstallation();
  const name = installation?.name ?? '';
  return (
    <Link
      to="/"
      className={isSingle ? styles['single'] : styles['full']}
      aria-label={name === '' ? 'Home' : `${name}, home`}
    >
      {installation?.logoUrl != null ? (
        <img src={installation.logoUrl} alt="" className={styles['image']} />
      ) : (
        <>
          <Mark />
          {!isSingle && <Wordmark name={name} />}
        </>
      )}
    </Link>
  );
}

/** A globe's meridians around an equator and prime meridian that form a cross. */
function Mark(): ReactElement {
  return (
    <svg viewBox="0 0 54 54" className={styles['mark']} aria-hidden="true" focusable="false">
      <rect width="54" height="54" rx="15" className={styles['ground']} />
      <circle cx="27" cy="27" r="18" className={styles['line']} />
      <path
        d="M18.5 11.2c-4.4 9.8-4.4 21.8 0 31.6M35.5 11.2c4.4 9.8 4.4 21.8 0 31.6"
        className={styles['line']}
      />
      <path d="M27 17.5v19M17.5 27h19" className={styles['cross']} />
    </svg>
  );
}

/** The first word is large, the others small below it. */
function Wordmark({ name }: { name: string }): ReactElement {
  const [first = '', ...others] = name.split(' ');
  return (
    <span className={styles['name']}>
      <span className={styles['first']}>{first}</span>{' '}
      {others.length > 0 && <span className={styles['others']}>{others.join(' ')}</span>}
    </span>
  );
}
