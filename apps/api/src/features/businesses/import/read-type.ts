import { fold } from '@handover/domain/text/fold.ts';
import { businessTypes, type BusinessType } from '@handover/contract/businesses/business-list.ts';
import { findBusinessTypeByTaxonomy } from '@handover/domain/taxonomy.ts';

const typeWords: Readonly<Record<string, string>> = {
  medicalpractice: 'medical',
  homehealthhospice: 'home_health',
  homecare: 'home_health',
  hospicecare: 'hospice',
  behavioralhealth: 'behavioral',
  durablemedicalequipment: 'dme',
  lab: 'laboratory',
  dentistry: 'dental',
};
/** Words after a type that do not change it, as in "Dental practice". */
const formWords = /(?<=.)\b(?:practice|clinic|office|agency|center|business|company)s?$/i;

/** A type of business by its name, a common word for it, or a taxonomy code of the provider register; null for others. */
export function readType(text: string): BusinessType | null {
  return (
    findNamedType(text) ?? findNamedType(text.replace(formWords, '')) ?? findBusinessTypeByTaxonomy(text)
  );
}

function findNamedType(text: string): BusinessType | null {
  return findValue(businessTypes, typeWords[normalizeText(text)] ?? text);
}

/** The value that a text names, ignoring case and punctuation. */
export function findValue<T extends string>(values: readonly T[], text: string): T | null {
  return values.find((value) => normalizeText(value) === normalizeText(text)) ?? null;
}

export function normalizeText(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '');
}
