import type { ProfileReading } from '@handover/contract/profiles.ts';
import { parseProfileBlocks } from '@handover/domain/profiles/profile-text.ts';
import type { PdfBlock, PdfBrand, PdfDocument } from '#platform/pdf/pdf-document.ts';
import type { Contact } from './reading.queries.ts';

/** Whom readers contact. `askUrl` is the public page of a teaser, where they ask about the business. */
export type ProfileContact = Contact & { readonly askUrl?: string };

/** A version as PDF. `note` goes to the footer of each page: for a CIM, the recipient. */
export function createProfileDocument(
  { title, sections }: Pick<ProfileReading, 'title' | 'sections'>,
  {
    brand,
    contact,
    isConfidential,
    note,
    createdAt,
  }: { brand: PdfBrand; contact: ProfileContact; isConfidential: boolean; note: string; createdAt: Date },
): PdfDocument {
  return {
    title,
    createdAt,
    brand,
    ...(isConfidential && { headerNote: 'Confidential' }),
    footerNote: note,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      ...sections.flatMap(({ heading, text }): PdfBlock[] => [
        { kind: 'heading', level: 2, text: heading },
        ...parseProfileBlocks(text),
      ]),
      ...createContactBlocks(contact),
    ],
  };
}

/** The address of a teaser's broker is not public: readers ask on the page, which confirms their own. */
function createContactBlocks({ broker, brokerage, phone, email, askUrl }: ProfileContact): PdfBlock[] {
  const entries = [
    { label: 'Broker', value: broker },
    { label: 'Brokerage', value: brokerage },
    { label: 'Phone', value: phone },
    askUrl === undefined
      ? { label: 'Email', value: email }
      : { label: 'Online', value: 'Ask about this business', url: askUrl },
  ];
  return [
    { kind: 'heading', level: 2, text: 'Contact' },
    {
      kind: 'facts',
      entries: entries.flatMap(({ value, ...entry }) => (value === null ? [] : [{ ...entry, value }])),
    },
  ];
}
