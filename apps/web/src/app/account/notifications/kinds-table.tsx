import { emailChoices, type EmailChoice, type KindChoice } from '@handover/contract/notification-choices.ts';
import { notificationNames } from '@handover/contract/notification-names.ts';
import Checkbox from '@mui/material/Checkbox';
import type { ReactElement } from 'react';
import styles from './notifications.module.css';

interface KindsTableProps {
  kinds: readonly KindChoice[];
  onChange: (changed: KindChoice) => void;
}

const ways: Readonly<Record<EmailChoice, string>> = {
  no: 'No',
  now: 'At once',
  digest: 'In the digest',
};

/** Each kind with whether it is shown in the app, and how it comes by e-mail. */
export function KindsTable({ kinds, onChange }: KindsTableProps): ReactElement {
  return (
    <table className={styles['kinds']}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Kind</span>
          </th>
          <th scope="col">In the app</th>
          <th scope="col">By e-mail</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.type}>
            <th scope="row">
              {notificationNames[kind.type]}
              {kind.type === 'task.reminder' && <small>E-mail only where the reminder asks for it</small>}
            </th>
            <td>
              <Checkbox
                checked={kind.inApp}
                slotProps={{ input: { 'aria-label': `${notificationNames[kind.type]} in the app` } }}
                onChange={(_event, inApp) => onChange({ ...kind, inApp })}
              />
            </td>
            <td>
              <select
                aria-label={`${notificationNames[kind.type]} by e-mail`}
                value={kind.email}
                onChange={({ target: { value } }) =>
                  onChange({ ...kind, email: emailChoices.find((way) => way === value) ?? kind.email })
                }
              >
                {emailChoices.map((way) => (
                  <option key={way} value={way}>
                    {ways[way]}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
