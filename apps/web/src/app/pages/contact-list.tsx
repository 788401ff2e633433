import { recordInfo } from '@handover/contract/records/records.ts';
import { Suspense, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { contactList } from '#features/contacts/contacts.record.tsx';
import { ImportButton } from '#features/imports/import-button.tsx';
import { useHasDraft } from '#shared/forms/form-draft.ts';
import { lazyRecordForm } from '#shared/records/form/lazy-record-form.tsx';
import { RecordListPage } from '#shared/records/list/record-list-page.tsx';
import { BusinessCenterTabs } from '#shared/page/business-center-tabs.tsx';

const ContactDialog = lazyRecordForm(
  async () => (await import('#features/contacts/contacts.form.tsx')).contactForm,
);

/** admin/business-center/contacts */
export default function ContactListPage(): ReactElement {
  const navigate = useNavigate();
  const hasDraft = useHasDraft('contact:new');
  const [isCreating, setCreating] = useState(hasDraft);
  return (
    <>
      <BusinessCenterTabs />
      <RecordListPage
        list={contactList}
        create={{ label: 'Add contact', onCreate: () => setCreating(true) }}
        actions={<ImportButton recordType="contact" />}
      />
      {isCreating && (
        <Suspense>
          <ContactDialog
            record={null}
            onClose={() => setCreating(false)}
            onSaved={({ id }) => void navigate(`${recordInfo.contact.path}${id}`, { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
