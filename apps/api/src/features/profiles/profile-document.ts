import type { ProfileReading } from '@handover/contract/profiles.ts';
import { parseProfileBlocks } from '@handover/domain/profiles/profile-text.ts';
import type { PdfBlock, PdfBrand, PdfDocument } from '#platform/pdf/pdf-document.ts';

/** A version as PDF. `note` goes to the footer of each page: for a CIM, the recipient. */
export function createProfileDocument(
  { title, sections }: Pick<ProfileReading, 'title' | 'sections'>,
  {
    brand,
    isConfidential,
    note,
    createdAt,
  }: { brand: PdfBrand; isConfidential: boolean; note: string; createdAt: Date },
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
    ],
  };
}
