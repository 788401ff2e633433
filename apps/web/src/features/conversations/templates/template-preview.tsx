import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { CustomerPicker, type PickedCustomer } from '#shared/customers/customer-picker.tsx';
import { useDebounced } from '#shared/forms/use-debounced.ts';
import { MailPage } from '#shared/mail-templates/mail-page.tsx';
import { mailPreviewQuery } from '#shared/mail-templates/mail-templates.queries.ts';
import styles from './templates.module.css';

interface Mail {
  subject: string;
  html: string;
}

/** The mail as one customer would get it; it follows the writing. */
export function TemplatePreview({ mail }: { mail: Mail }): ReactElement {
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const rested = useDebounced(mail);
  const isEmpty = rested.subject.trim() === '' || rested.html.trim() === '';
  return (
    <section className={styles['preview']} aria-label="Preview">
      <CustomerPicker label="Preview for" value={customer} onChange={setCustomer} />
      {customer === null || isEmpty ? (
        <EmptyState
          icon="solar:eye-bold-duotone"
          title={customer === null ? 'Choose a customer' : 'Nothing written yet'}
          text={
            customer === null
              ? 'The fields are filled in as this customer would read them.'
              : 'Write a subject and a text.'
          }
        />
      ) : (
        <Preview body={{ ...rested, customerId: customer.id }} />
      )}
    </section>
  );
}

function Preview({ body }: { body: Mail & { customerId: string } }): ReactElement {
  const { data, error, refetch } = useQuery({
    ...mailPreviewQuery(body),
    retry: false,
    placeholderData: (last) => last,
  });
  if (error !== null)
    return <FailedState title="No preview" text={messageOf(error)} onRetry={() => void refetch()} />;
  return data === undefined ? <Spinner /> : <MailPage preview={data} />;
}
