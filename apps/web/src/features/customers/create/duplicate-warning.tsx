import { useQuery } from '@tanstack/react-query';
import type { Duplicate } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { duplicatesQuery, type DuplicateQuery } from '../customers.queries.ts';
import styles from './duplicate-warning.module.css';
import { useDebounced } from '#shared/forms/use-debounced.ts';

const reasonTexts = {
  email: 'same email',
  npi: 'same NPI',
  phone: 'same phone',
  name: 'same name',
} as const satisfies Record<Duplicate['reasons'][number], string>;

/** As typed. */
type DuplicateWarningProps = Readonly<Record<'name' | 'email' | 'phone' | 'npi', string>>;

/** Customers that may be the one being typed in. They open in a new tab, so that nothing typed is lost. */
export function DuplicateWarning(values: DuplicateWarningProps): ReactElement {
  const query = useDebounced(duplicateQueryOf(values));
  const { data = [] } = useQuery({ ...duplicatesQuery(query), enabled: Object.keys(query).length > 0 });
  return (
    <div className={styles['place']} role="status" aria-label="Possible duplicates">
      {data.length > 0 && (
        <div className={styles['warning']}>
          <p className={styles['title']}>
            <Icon name="solar:danger-triangle-bold" size={20} />
            {data.length === 1
              ? 'This customer may already exist'
              : `${String(data.length)} customers may be the same`}
          </p>
          <ul className={styles['list']}>
            {data.map((duplicate) => (
              <li key={duplicate.id}>
                <a href={`/admin/users/view/${duplicate.id}`} target="_blank" rel="noopener">
                  {duplicate.name}
                </a>
                <p className={styles['detail']}>
                  {[duplicate.company, duplicate.email, duplicate.phone].filter(Boolean).join(' · ')}
                </p>
                <p className={styles['detail']}>
                  {duplicate.reasons.map((reason) => reasonTexts[reason]).join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Only values long enough to identify someone. */
function duplicateQueryOf({ name, email, phone, npi }: DuplicateWarningProps): DuplicateQuery {
  return {
    ...(name.trim().length > 2 && { name: name.trim() }),
    ...(email.includes('@') && { email: email.trim() }),
    ...(phone.replace(/\D/g, '').length > 6 && { phone: phone.trim() }),
    ...(/^\d{10}$/.test(npi.trim()) && { npi: npi.trim() }),
  };
}
