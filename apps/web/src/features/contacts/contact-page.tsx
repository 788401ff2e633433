import {
  contactFieldLabels as labels,
  contactRoleNames,
  deleteContact,
  restoreContact,
  type Contact,
} from '@handover/contract/customers/contacts.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { send } from '#shared/api/client.ts';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import {
  RailCard,
  RailCards,
  RailFacts,
  RailButton,
  RailItem,
  RailLink,
  RailPanel,
} from '#shared/records/page/rail.tsx';
import { useTrash } from '#shared/records/page/use-trash.ts';
import summary from '#shared/records/page/record-header.module.css';
import {
  RecordPage,
  type RecordPageSpec,
  RecordActions,
  TrashNotice,
} from '#shared/records/page/record-page.tsx';
import { contactQuery, contactsQuery } from './contacts.queries.ts';

const ContactDialog = lazyRecordForm(async () => (await import('./contacts.form.tsx')).contactForm);

const contactPage: RecordPageSpec<Contact> = {
  noun: recordInfo.contact,
  icon: 'solar:users-group-two-rounded-bold-duotone',
  listPath: '/admin/business-center/contacts',
  pathOf: (id) => `${recordInfo.contact.path}${id}`,
  query: contactQuery,
  headingOf: ({ name, role }) => ({ title: name, description: contactRoleNames[role] }),
  View: ContactView,
};

/** admin/business-center/contacts/:id */
export default function ContactPage(): ReactElement {
  return <RecordPage spec={contactPage} />;
}

function ContactView({ record: contact }: { record: Contact }): ReactElement {
  const { business, company, email, phone, notes } = contact;
  return (
    <RailCards>
      <ContactHeader contact={contact} />
      <RailCard title="Contact details">
        <RailFacts
          facts={[
            [labels.role, contactRoleNames[contact.role]],
            [
              labels.businessId,
              <Link key="business" to={`${recordInfo.business.path}${business.id}`} dir="auto">
                {business.name}
              </Link>,
            ],
            [labels.company, company],
            [
              labels.email,
              email === null ? null : (
                <a key="email" href={`mailto:${email}`}>
                  {email}
                </a>
              ),
            ],
            [
              labels.phone,
              phone === null ? null : (
                <a key="phone" href={`tel:${phone}`}>
                  {phone}
                </a>
              ),
            ],
          ]}
        />
      </RailCard>
      {notes !== null && (
        <RailCard title={labels.notes}>
          <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{notes}</p>
        </RailCard>
      )}
    </RailCards>
  );
}

function ContactHeader({ contact }: { contact: Contact }): ReactElement {
  const { id, name, company, business, abilities, deletedAt } = contact;
  const hasDraft = useHasDraft(`contact:${id}`);
  const [isEditing, setEditing] = useState(hasDraft);
  const params = { id };
  const trash = useTrash(
    { noun: 'contact', customerId: null },
    {
      label: name,
      remove: () => send(deleteContact, { params }),
      restore: () => send(restoreContact, { params }),
    },
  );
  return (
    <section className={summary['header']} aria-label="Summary">
      <Avatar name={name} size={56} />
      <div className={summary['facts']}>
        <p className={summary['line']}>
          <strong>{company ?? contactRoleNames[contact.role]}</strong>
        </p>
        <p className={summary['second']}>
          <span>{business.name}</span>
        </p>
      </div>
      <RecordActions
        onEdit={abilities.canUpdate ? () => setEditing(true) : null}
        canDelete={abilities.canDelete}
        isTrashed={deletedAt !== null}
        trash={trash}
      />
      {deletedAt !== null && <TrashNotice noun="contact" />}
      {isEditing && (
        <Suspense>
          <ContactDialog record={contact} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

const shown = 5;

interface BusinessContactsProps {
  business: { readonly id: string; readonly name: string };
  canUpdate: boolean;
}

/** The contacts of a business, for its page. */
export function BusinessContacts({ business, canUpdate }: BusinessContactsProps): ReactElement {
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(contactsQuery({ businessId: business.id, limit: shown }));
  return (
    <RailPanel
      title="Contacts"
      action={canUpdate && <RailButton onClick={() => setCreating(true)}>Add</RailButton>}
      count={data?.contacts.length}
      error={error}
      onRetry={() => void refetch()}
      nothing="No accountant, attorney, or office manager yet"
      more={
        <>
          {data !== undefined && (data.total ?? 0) > shown && (
            <RailLink to={`/admin/business-center/contacts?businessId=${business.id}`}>
              All {data.total?.toLocaleString('en')}
            </RailLink>
          )}
          {isCreating && (
            <Suspense>
              <ContactDialog
                record={null}
                start={{ businessId: business }}
                onClose={() => setCreating(false)}
              />
            </Suspense>
          )}
        </>
      }
    >
      {data?.contacts.map(({ id, name, role, company }) => (
        <RailItem
          key={id}
          picture={<Avatar name={name} size={36} />}
          name={name}
          to={`${recordInfo.contact.path}${id}`}
          second={[contactRoleNames[role], company].filter(Boolean).join(', ')}
        />
      ))}
    </RailPanel>
  );
}
