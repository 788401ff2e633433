import { agreementList } from '#features/agreements/agreements.record.tsx';
import { businessList } from '#features/businesses/businesses.record.tsx';
import { buyerList } from '#features/buyers/buyers.record.tsx';
import { commissionList } from '#features/commission/commissions.record.tsx';
import { contactList } from '#features/contacts/contacts.record.tsx';
import { customerList } from '#features/customers/customers.record.tsx';
import { dealList } from '#features/deals/deals.record.tsx';
import { documentList } from '#features/documents/documents.record.tsx';
import { taskList } from '#features/tasks/tasks.record.tsx';
import { expect, it } from 'vitest';

// A card joins its details as text, so a column without a text would be missing.
it.each(
  Object.entries({
    agreementList,
    businessList,
    buyerList,
    commissionList,
    contactList,
    customerList,
    dealList,
    documentList,
    taskList,
  }),
)('%s has a text for each detail of its cards', (_name, { columns }) => {
  const details = columns.filter(({ card }) => card === 'detail');
  expect(details.filter(({ text }) => text === undefined).map(({ key }) => key)).toEqual([]);
});
