import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './contact-links.module.css';

/** Call, text, email, and map in one tap, for phones. */
export default function ContactLinks({ customer }: { customer: CustomerDetail }): ReactElement | null {
  const { phone, email, addressLine1, city, region, postalCode, country } = customer;
  const number = phone?.replace(/[^+\d]/g, '') ?? '';
  const place = [addressLine1, city, region, postalCode, country].filter(Boolean).join(', ');
  if (number === '' && email === null && place === '') return null;
  return (
    <nav aria-label="Contact" className={styles['links']}>
      {number !== '' && (
        <>
          <a href={`tel:${number}`} className={styles['link']}>
            <Icon name="solar:phone-calling-linear" size={22} />
            Call
          </a>
          <a href={`sms:${number}`} className={styles['link']}>
            <Icon name="solar:chat-round-line-linear" size={22} />
            Text
          </a>
        </>
      )}
      {email !== null && (
        <Link to="?compose=email#composer" className={styles['link']}>
          <Icon name="solar:letter-linear" size={22} />
          Email
        </Link>
      )}
      {place !== '' && (
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
          target="_blank"
          rel="noreferrer"
          className={styles['link']}
        >
          <Icon name="solar:map-point-linear" size={22} />
          Map
        </a>
      )}
    </nav>
  );
}
