import { describe, expect, it } from 'vitest';
import { createProfileDocument, type ProfileContact } from './profile-document.ts';

const contact = {
  broker: 'Ada Admin',
  brokerage: 'Harbor Brokers',
  phone: '(512) 555-0100',
  email: 'ada@harbor.example',
};
const listContact = (given: ProfileContact) =>
  createProfileDocument(
    { title: 'Dental practice', sections: [] },
    {
      brand: { name: 'Harbor Brokers', logo: null },
      contact: given,
      isConfidential: false,
      note: '',
      createdAt: new Date(0),
    },
  ).blocks.flatMap((block) => (block.kind === 'facts' ? block.entries : []));

describe('the contact at the end of a profile', () => {
  it('is the broker with phone number and email address', () => {
    expect(listContact(contact).map(({ value }) => value)).toEqual([
      'Ada Admin',
      'Harbor Brokers',
      '(512) 555-0100',
      'ada@harbor.example',
    ]);
  });

  it('links a teaser to its page instead of showing the email address', () => {
    const entries = listContact({ ...contact, askUrl: 'https://crm.example/teaser?id=1' });
    expect(entries.at(-1)).toEqual({
      label: 'Online',
      value: 'Ask about this business',
      url: 'https://crm.example/teaser?id=1',
    });
    expect(JSON.stringify(entries)).not.toContain('ada@harbor.example');
  });

  it('is the brokerage if there is no broker', () => {
    const entries = listContact({ ...contact, broker: null, phone: null });
    expect(entries.map(({ label }) => label)).toEqual(['Brokerage', 'Email']);
  });
});
