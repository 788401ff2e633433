import { activityTypes, type Activity } from '@handover/contract/records/activities.ts';
import { standardStageNames } from '@handover/contract/businesses/stage-names.ts';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { toRunSentence, toSentence } from './sentence.ts';

const createActivity = (changes: Partial<Activity>): Activity => ({
  id: anId(1),
  type: 'note.added',
  occurredAt: '2026-11-20T15:00:00.000Z',
  actor: { id: anId(2), displayName: 'Jordan Reyes' },
  subject: { kind: 'note', id: anId(3), label: null, excerpt: 'Called' },
  changedFields: [],
  business: null,
  stages: null,
  delivery: null,
  ...changes,
});
const read = (changes: Partial<Activity>): string => {
  const { actor, verb, subject, ending } = toSentence(createActivity(changes));
  return [actor, verb, subject, ending].filter(Boolean).join(' ');
};

it('reads as a sentence', () => {
  expect(read({})).toBe('Jordan Reyes added a note');
  expect(
    read({ type: 'task.created', subject: { kind: 'task', id: anId(4), label: 'Call back', excerpt: null } }),
  ).toBe('Jordan Reyes created the task Call back');
  expect(
    read({
      type: 'email.received',
      actor: null,
      subject: { kind: 'message', id: anId(5), label: 'Offer', excerpt: 'Hello' },
    }),
  ).toBe('Email received: Offer');
});

it('names the side that answered by a link, without a login', () => {
  const nda = { kind: 'agreement' as const, id: anId(7), label: 'NDA, Ann Lee', excerpt: null };
  expect(read({ type: 'agreement.signed', actor: null, subject: nda })).toBe('The buyer signed NDA, Ann Lee');
  const business = { kind: 'business' as const, id: anId(4), label: 'Smile Dental', excerpt: null };
  expect(read({ type: 'business.cim_approved', actor: null, subject: business })).toBe(
    'The seller approved the CIM for Smile Dental',
  );
});

it('says that the seller answered where the buyer does not read who', () => {
  const subject = { kind: 'deal' as const, id: anId(8), label: 'Confidential business', excerpt: null };
  expect(read({ type: 'deal.request_answered', actor: null, subject })).toBe(
    'The seller answered a diligence request on Confidential business',
  );
  expect(read({ type: 'deal.offer_accepted', actor: null, subject })).toBe(
    'The seller accepted the offer on Confidential business',
  );
});

it('describes every type, by the standard words where a record type has none of its own', () => {
  for (const type of activityTypes) expect(toSentence(createActivity({ type })).verb).not.toBe('');
  const subject = { kind: 'business' as const, id: anId(4), label: 'Smile Dental', excerpt: null };
  expect(read({ type: 'business.created', subject })).toBe('Jordan Reyes added the business Smile Dental');
  expect(read({ type: 'business.deleted', subject })).toBe(
    'Jordan Reyes moved the business Smile Dental to the trash',
  );
  const nameless = { ...subject, label: null };
  expect(read({ type: 'business.deleted', subject: nameless })).toBe(
    'Jordan Reyes moved the business to the trash',
  );
  expect(toSentence(createActivity({ type: 'business.restored', subject })).page).toBe(
    `/admin/business-center/businesses/${anId(4)}`,
  );
  expect(toSentence(createActivity({ type: 'customer.deleted' })).verb).toContain(
    'moved the customer to the trash',
  );
});

it('names the changed fields as people call them', () => {
  const subject = { kind: 'customer' as const, id: anId(6), label: 'Ann Lee', excerpt: null };
  expect(read({ type: 'customer.updated', subject, changedFields: ['phone', 'npi', 'brokerId'] })).toBe(
    'Jordan Reyes changed phone, NPI, and broker',
  );
  expect(read({ type: 'customer.updated', subject })).toBe('Jordan Reyes changed the record');
  const own = [{ id: anId(20), name: 'Net worth' }];
  const changedFields = ['phone', `custom.${anId(20)}`, `custom.${anId(21)}`];
  expect(toSentence(createActivity({ type: 'customer.updated', subject, changedFields }), own).verb).toBe(
    'changed phone, Net worth, and custom fields',
  );
});

it('links to the section of its subject, unless that is deleted', () => {
  expect(toSentence(createActivity({})).section).toBe('notes');
  const gone = toSentence(
    createActivity({ subject: { kind: 'note', id: anId(3), label: null, excerpt: null } }),
  );
  expect([gone.section, gone.verb]).toEqual([null, 'added a note (deleted)']);
});

it('describes changes and moves of a business, with a link to it', () => {
  const subject = { kind: 'business' as const, id: anId(7), label: 'Cedar Grove', excerpt: null };
  expect(read({ type: 'business.updated', subject, changedFields: ['askingPriceCents', 'npi'] })).toBe(
    'Jordan Reyes changed asking price and NPI of Cedar Grove',
  );
  const moved = { type: 'business.moved', stages: { from: 'packaging', to: 'on_market' } } as const;
  expect(read({ ...moved, subject })).toBe('Jordan Reyes moved Cedar Grove from Packaging to On market');
  const names = { ...standardStageNames, on_market: 'Listed' };
  expect(toSentence(createActivity({ ...moved, subject }), [], names).ending).toBe(
    'from Packaging to Listed',
  );
  expect(toSentence(createActivity({ ...moved, subject })).page).toBe(
    `/admin/business-center/businesses/${anId(7)}`,
  );
  const gone = { ...subject, label: null, excerpt: 'A reason' };
  expect(toSentence(createActivity({ ...moved, subject: gone })).page).toBeNull();
});

it('names the merged customer and links to the merge, where it can be undone', () => {
  const subject = { kind: 'merge' as const, id: anId(8), label: 'Anne Lee', excerpt: null };
  expect(read({ type: 'customer.merged', subject })).toBe('Jordan Reyes merged this customer with Anne Lee');
  expect(read({ type: 'customer.unmerged', subject: { ...subject, label: null } })).toBe(
    'Jordan Reyes undid the merge with another customer',
  );
  expect(toSentence(createActivity({ type: 'customer.merged', subject })).page).toBe(
    `/admin/users/merges/${anId(8)}`,
  );
});

it('reads as one sentence for an import or a bulk action', () => {
  const readRun = (changes: Partial<Activity>, count: number | null = 1200): string => {
    const { actor, verb, subject, ending } = toRunSentence(createActivity(changes), {
      recordType: 'customer',
      count,
    });
    return [actor, verb, subject, ending].filter(Boolean).join(' ');
  };
  const customer = { kind: 'customer' as const, id: anId(4), label: 'Ann Abbott', excerpt: null };
  expect(
    readRun({ type: 'customer.imported', subject: { ...customer, kind: 'import', label: 'people.csv' } }),
  ).toBe('Jordan Reyes imported 1,200 customers from people.csv');
  expect(readRun({ type: 'customer.updated', changedFields: ['tags'], subject: customer })).toBe(
    'Jordan Reyes changed tags of 1,200 customers',
  );
  expect(readRun({ type: 'customer.deleted', subject: customer }, null)).toBe(
    'Jordan Reyes moved customers to the trash',
  );
  expect(readRun({ type: 'customer.unbanned', subject: customer })).toBe(
    'Jordan Reyes lifted the ban of 1,200 customers',
  );
});

it.each([
  ['deal.updated', 'deal', 'Jordan Reyes changed 12 deals'],
  ['document.deleted', 'document', 'Jordan Reyes moved 12 files to the trash'],
  ['document.shared', 'document', 'Jordan Reyes shared 12 files with the client'],
  ['agreement.reminded', 'agreement', 'Jordan Reyes sent a new signing link for 12 NDAs'],
  ['buyer.updated', 'buyer', 'Jordan Reyes changed the buyer profile for 12 buyers'],
  ['email.sent', 'customer', 'Jordan Reyes emailed 12 customers'],
  ['email.failed', 'customer', 'Delivery failed for a bulk email to 12 customers'],
] as const)('describes %s of many records', (type, recordType, text) => {
  const { actor, verb, ending } = toRunSentence(createActivity({ type }), { recordType, count: 12 });
  expect([actor, verb, ending].filter(Boolean).join(' ')).toBe(text);
});
